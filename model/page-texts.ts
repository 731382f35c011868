import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';
import { site } from '#content/site.ts';
import { type Page, switchesOf } from './content.ts';
import { escapeMarkdown, fill, fillConditions } from './fill.ts';
import { fillIdentity } from './identity-text.ts';
import { pageFile } from './page-file.ts';
import { mapRecord } from './record.ts';
import { pageSchema } from './schema.ts';
import type { ServicesInUse } from './vocabulary.ts';
import { readMarkdown } from './yaml.ts';

/** Astro's own Markdown. The inline styles of syntax highlighting would violate the policy. */
const markdown = await createSatteriMarkdownProcessor({ syntaxHighlight: false });

/** Returns the text of a page as HTML, with the owner's details and the services in use filled in. */
export const renderText = async (
  { id, services = {} }: Page,
  states: ServicesInUse,
): Promise<string> => {
  const { body } = readMarkdown('.', pageFile(id), pageSchema);
  // The sentences that fit the state of each service.
  const lines = mapRecord(
    services,
    (line: Record<string, string> | undefined, name) =>
      line?.[states[name as keyof ServicesInUse]] ?? '',
  );
  const shown = fill(fillConditions(body, switchesOf(site)), lines);
  return (await markdown.render(fillIdentity(shown, escapeMarkdown))).code;
};
