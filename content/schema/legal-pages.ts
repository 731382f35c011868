import { site } from '../site.ts';

const names = ['terms', 'privacy', 'accessibility'] as const;

export type LegalPage = (typeof names)[number];

/** Each shows `content/NAME.md`. There is none without words in `pages` of `content/site.ts`. */
export const legalPages: readonly LegalPage[] = names.filter((name) => site.pages[name]);

export const legalPaths = legalPages.map((page) => `/${page}`);

export const legalFile = (page: LegalPage): string => `content/${page}.md`;
