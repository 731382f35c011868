import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '#content/resources.ts';
import { variants } from '../../tools/variants.ts';
import { spoil } from '../robustness/broken-island.ts';

/**
 * The home page in a browser that blocks tabs and is slow to send, with a figure that fails, and without
 * the last paper.
 */
export const troubledPage = 'troubled';
/** Ends the connection of that page, and gives it back. */
export const offlineKey = 'F8';

const trouble = `
window.open = () => null;
const send = window.fetch;
window.fetch = async (address, options) => {
  if (options?.method === 'POST') await new Promise((resolve) => setTimeout(resolve, 2000));
  return send(address, options);
};
let isOnline = true;
Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
addEventListener('keydown', ({ key }) => {
  if (key !== '${offlineKey}') return;
  isOnline = !isOnline;
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
});
`;

/** The built site with that page. @returns its folder */
export const troubledSite = (folder: string): string => {
  const copy = join(folder, 'site');
  cpSync(variants.embedded.folder, copy, { recursive: true });
  cpSync(`${variants.embedded.folder}.hosting`, `${copy}.hosting`, { recursive: true });
  const assets = join(copy, '_astro');
  const islands = readdirSync(assets).find((name) => /^islands\..*\.js$/.test(name));
  if (!islands) throw new Error('The built site has no islands');
  const script = readFileSync(join(assets, islands), 'utf8');
  writeFileSync(join(assets, 'spoilt.js'), spoil(script, 'threshold-figure'));
  writeFileSync(join(copy, 'trouble.js'), trouble);
  mkdirSync(join(copy, troubledPage));
  const home = readFileSync(join(copy, 'index.html'), 'utf8');
  const page = home
    .replaceAll(resources.catalogue.at(-1)?.path ?? '', '/nowhere.pdf')
    .replace('<head>', '$&<script src="/trouble.js"></script>')
    .replace(
      /component-url="[^"]*"(?= component-export="ThresholdFigure")/,
      'component-url="/_astro/spoilt.js"',
    );
  writeFileSync(join(copy, troubledPage, 'index.html'), page);
  return copy;
};
