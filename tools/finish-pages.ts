import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss from 'postcss';
import { builtPages } from '#hosting/build-record.ts';

const voidElement =
  /<((?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b[^<>]*?)\s*\/>/g;

/**
 * Fixes HTML that the standard or the policy does not allow, or advises against: Astro puts the style of its islands
 * into the body, React closes void elements with a slash, and Markdown aligns the cells of tables with styles.
 */
export const tidyHtml = (html: string): string => {
  const [islandStyle = ''] = /<style>astro-island[^<]*<\/style>/.exec(html) ?? [];
  return html
    .replace(islandStyle, '')
    .replace('</head>', () => `${islandStyle}</head>`)
    .replace(voidElement, '<$1>')
    .replace(/(<t[hd]) style="text-align: (\w+)">/g, '$1 align="$2">');
};

/** Splits the style sheets of a page into the rules of `@media print`, in their order, and all other rules. */
export const splitPrintRules = (html: string): { print: string; page: string } => {
  const print = postcss.root();
  const page = html.replace(/(?<=<style>)[\s\S]*?(?=<\/style>)/g, (css) => {
    const others = postcss.parse(css);
    others.each((node) => {
      if (node.type !== 'atrule' || node.name !== 'media' || node.params !== 'print') return;
      print.append(node.nodes);
      node.remove();
    });
    return others.toString();
  });
  return { print: print.toString(), page };
};

/**
 * Makes the HTML of a built site valid, and moves its print rules into files that do not delay a page: browsers
 * fetch style sheets for other media last, and paint without them.
 */
export const finishPages = async (folder: string): Promise<void> => {
  for (const file of await builtPages(folder)) {
    const { print, page } = splitPrintRules(tidyHtml(await readFile(file, 'utf8')));
    const hash = createHash('sha256').update(print).digest('base64url').slice(0, 8);
    const path = `/_astro/print.${hash}.css`;
    const link = print && `<link rel="stylesheet" media="print" href="${path}">`;
    if (print) await writeFile(join(folder, path), print);
    await writeFile(file, page.replace('</head>', `${link}</head>`));
  }
};
