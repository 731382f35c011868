import { identity } from '#content/identity.ts';

/** As tabs, bookmarks and search results show it. Screen readers say nothing for the dash. */
export const pageTitle = (title: string, firm = identity.firm): string => `${title} – ${firm}`;
