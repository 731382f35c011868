import { identity } from '#content/identity.ts';
import { pages } from '#content/pages.ts';

/** The addresses of the text pages, one for each file in `content/pages/`. */
export const pagePaths: readonly string[] = pages.map(({ id }) => `/${id}`);

/** Pages with a link after the sections of the header. */
export const headerPages = pages.filter(({ navigation }) => navigation);

/** Pages with a link at the end of every page. */
export const footerPages = pages.filter(({ footer }) => footer);

/** @throws Error if there is no such page */
export const findPage = (id: string) => {
  const page = pages.find((each) => each.id === id);
  if (!page) throw new Error(`There is no content/pages/${id}.md`);
  return page;
};

/** Returns the title for tabs, bookmarks and search results. Screen readers do not read the dash aloud. */
export const pageTitle = (title: string): string => `${title} – ${identity.firm}`;
