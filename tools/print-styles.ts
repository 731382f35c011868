import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import postcss from 'postcss';
import { builtPages } from '#hosting/built-pages.ts';

/** Parts a style sheet into the rules of `@media print`, in their order, and all others. */
export const partPrintRules = (css: string): { print: string; others: string } => {
  const print = postcss.root();
  const others = postcss.parse(css);
  others.each((node) => {
    if (node.type !== 'atrule' || node.name !== 'media' || node.params !== 'print') return;
    print.append(node.nodes);
    node.remove();
  });
  return { print: print.toString(), others: others.toString() };
};

const inlineStyle = /<style>([\s\S]*?)<\/style>/g;

/**
 * Moves each page's rules for print out of its inline styles and into a file that no reader waits for:
 * browsers fetch a style sheet for other media last, and paint without it.
 */
export const printStyles = (): AstroIntegration => ({
  name: 'print-styles',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const page of await builtPages(folder)) {
        const html = await readFile(page, 'utf8');
        let rules = '';
        const lighter = html.replace(inlineStyle, (_tag, css: string) => {
          const { print, others } = partPrintRules(css);
          rules += print;
          return `<style>${others}</style>`;
        });
        if (!rules) continue;
        const hash = createHash('sha256').update(rules).digest('base64url').slice(0, 8);
        const path = `/_astro/print.${hash}.css`;
        const link = `<link rel="stylesheet" media="print" href="${path}">`;
        await writeFile(join(folder, path), rules);
        await writeFile(page, lighter.replace('</head>', `${link}</head>`));
      }
    },
  },
});
