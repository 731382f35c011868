import { existsSync } from 'node:fs';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { findPage, pageTitle } from '#model/pages.ts';

/** `home`, `received`, `notFound`, or the id of a page in `content/pages/`. */
export type PageName = keyof typeof site.pages | (string & {});

/** Pages for search engines. */
export const indexedPages: readonly string[] = ['home', ...pages.map(({ id }) => id)];

/** Pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

export const shareImagePath = (page: string): string => `/share/${page}.png`;

/** Returns the page's picture, or the home page's until `npm run share-images` has created one. */
const pictureOf = (page: string): string =>
  existsSync(`public${shareImagePath(page)}`) ? shareImagePath(page) : shareImagePath('home');

/** Returns the title and description of a page. @throws Error if there is no such page */
export const pageWords = (page: PageName) =>
  page in site.pages ? site.pages[page as keyof typeof site.pages] : findPage(page);

/** Returns the contents of the head of a page. */
export const pageMetadata = (page: PageName, origin: string) => {
  const { title, description } = pageWords(page);
  return {
    title: pageTitle(title),
    description,
    indexed: indexedPages.includes(page)
      ? {
          canonical: new URL(page === 'home' ? '/' : `/${page}`, origin).href,
          image: new URL(pictureOf(page), origin).href,
        }
      : null,
  };
};
