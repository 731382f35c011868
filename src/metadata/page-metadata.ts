import { pageTitle } from '#content/schema/page-title.ts';
import { site } from '#content/site.ts';

export type PageName = keyof typeof site.pages;

export const pagePaths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  received: '/received',
  notFound: null,
} as const satisfies Record<PageName, string | null>;

/** Pages for search engines, each with a share picture. */
export const indexedPages = ['home', 'terms', 'privacy'] as const satisfies readonly PageName[];
export type IndexedPage = (typeof indexedPages)[number];

const isIndexed = (page: PageName): page is IndexedPage =>
  (indexedPages as readonly PageName[]).includes(page);

/** Pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

export const shareImagePath = (page: IndexedPage): string => `/share/${page}.png`;

/** What the head of a page says. */
export const pageMetadata = (page: PageName, origin: string) => {
  const { title, description } = site.pages[page];
  return {
    title: pageTitle(title),
    description,
    indexed: isIndexed(page)
      ? {
          canonical: new URL(pagePaths[page], origin).href,
          image: new URL(shareImagePath(page), origin).href,
        }
      : null,
  };
};
