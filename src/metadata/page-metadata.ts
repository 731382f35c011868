import { type LegalPage, legalPages } from '#content/schema/legal-pages.ts';
import { pageTitle } from '#content/schema/page-title.ts';
import { site } from '#content/site.ts';

export type PageName = keyof typeof site.pages;

export const pagePaths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  accessibility: '/accessibility',
  received: '/received',
  notFound: null,
} as const satisfies Record<PageName, string | null>;

/** Pages for search engines, each with a share picture. */
export const indexedPages: readonly IndexedPage[] = ['home', ...legalPages];
export type IndexedPage = 'home' | LegalPage;

const isIndexed = (page: PageName): page is IndexedPage =>
  (indexedPages as readonly PageName[]).includes(page);

/** Pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

export const shareImagePath = (page: IndexedPage): string => `/share/${page}.png`;

/** @throws Error for a page that the owner has not got */
export const pageWords = (page: PageName) => {
  const words = site.pages[page];
  if (!words) throw new Error(`content/site.ts has no pages.${page}`);
  return words;
};

/** What the head of a page says. */
export const pageMetadata = (page: PageName, origin: string) => {
  const { title, description } = pageWords(page);
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
