import { indexedPages } from '#src/metadata/page-metadata.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Characters of which search engines and link previews show all, as far as they say. */
const longest = { title: 70, description: 160 } as const;
const shortestDescription = 50;

/** Titles and descriptions that a search result would cut, and such as say too little. */
export const findBadDescriptions = ({ content: { identity, site } }: Project): Finding[] => {
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const page of indexedPages) {
    const { title, description } = site.pages[page];
    const where = (field: string) => ({ file: 'content/site.ts', field: `pages.${page}.${field}` });
    const shown = `${title} · ${identity.firm}`;
    if (shown.length > longest.title) {
      findings.push({
        severity: 'error',
        message: `The title is too long: “${shown}” has ${shown.length} characters, and search results show ${longest.title}.`,
        ...where('title'),
        fix: `Shorten it by ${shown.length - longest.title} characters.`,
      });
    }
    const { length } = description;
    if (length > longest.description) {
      findings.push({
        severity: 'error',
        message: `The description is too long: it has ${length} characters, and search results show ${longest.description}.`,
        ...where('description'),
        fix: `Shorten it by ${length - longest.description} characters.`,
      });
    } else if (length < shortestDescription) {
      findings.push({
        severity: 'warning',
        message: `The description has only ${length} characters, and search results have room for ${longest.description}.`,
        ...where('description'),
        fix: 'Say what a visitor finds on the page.',
      });
    }
    const other = seen.get(description);
    if (other) {
      findings.push({
        severity: 'error',
        message: `The description is the same as that of ${other}; search results could not tell the pages apart.`,
        ...where('description'),
        fix: 'Say what is on this page and not on the other.',
      });
    }
    seen.set(description, `pages.${page}`);
  }
  return findings;
};
