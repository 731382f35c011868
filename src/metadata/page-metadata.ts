import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';

export type PageName = keyof typeof site.pages;

/** Where each page is; the page for unknown addresses is everywhere. */
export const pagePaths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  received: '/received',
  notFound: null,
} as const satisfies Record<PageName, string | null>;

/** Pages that search engines should know, and that have a share picture of their own. */
export const indexedPages = ['home', 'terms', 'privacy'] as const satisfies readonly PageName[];
export type IndexedPage = (typeof indexedPages)[number];

const isIndexed = (page: PageName): page is IndexedPage =>
  (indexedPages as readonly PageName[]).includes(page);

/** Size of the share pictures in pixels, as Open Graph and its readers expect them. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Path of a page's share picture. */
export const shareImagePath = (page: IndexedPage): string => `/share/${page}.png`;

export interface PageMetadata {
  title: string;
  description: string;
  /** Null for pages that should not be found by search. */
  indexed: { canonical: string; image: string } | null;
}

/**
 * What a page says of itself in its head.
 * @param origin where the site is published, such as https://example.com
 */
export const pageMetadata = (page: PageName, origin: string): PageMetadata => {
  const { title, description } = site.pages[page];
  return {
    title: `${title} · ${identity.firm}`,
    description,
    indexed: isIndexed(page)
      ? {
          canonical: new URL(pagePaths[page], origin).href,
          image: new URL(shareImagePath(page), origin).href,
        }
      : null,
  };
};
