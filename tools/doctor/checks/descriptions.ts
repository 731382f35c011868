import { pageFile } from '#model/page-file.ts';
import { pageTitle } from '#model/page-title.ts';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Characters that search engines and link previews show. */
const longest = { title: 70, description: 160 } as const;
const shortestDescription = 50;

export const findBadDescriptions = function* ({ content }: Project): Generator<Finding> {
  const { identity, pages, site } = content;
  const seen = new Map<string, string>();
  const words = [
    { file: 'content/site.yaml', prefix: 'pages.home.', ...site.pages.home },
    ...pages.map(({ id, ...page }) => ({ file: pageFile(id), prefix: '', ...page })),
  ];
  for (const { file, prefix, title, description } of words) {
    const field = `${prefix}description`;
    const shown = pageTitle(title, identity.firm);
    if (shown.length > longest.title) {
      yield error(
        file,
        `${prefix}title`,
        `The title is too long: “${shown}” has ${shown.length} characters, and search results show ${longest.title}.`,
        `Shorten it by ${shown.length - longest.title} characters.`,
      );
    }
    const { length } = description;
    if (length > longest.description) {
      yield error(
        file,
        field,
        `The description is too long: it has ${length} characters, and search results show ${longest.description}.`,
        `Shorten it by ${length - longest.description} characters.`,
      );
    } else if (length < shortestDescription) {
      yield {
        severity: 'warning',
        message: `The description has only ${length} characters, and search results have room for ${longest.description}.`,
        file,
        field,
        fix: 'Say what a visitor finds on the page.',
      };
    }
    const other = seen.get(description);
    if (other) {
      yield error(
        file,
        field,
        `The description is the same as that of ${other}; search results could not tell the pages apart.`,
        'Say what is on this page and not on the other.',
      );
    }
    seen.set(description, file);
  }
};
