/** Astro's scripts that start islands. Ours begin differently. */
const islandScripts = /<script>\(\(\)=>\{[\s\S]*?<\/script>/g;

/**
 * Fixes HTML that the standard or the policy does not allow: Astro puts the style of its islands into the body, and
 * Markdown aligns the cells of tables with styles. The scripts that start islands go to the end, because the first
 * view should arrive before them.
 */
export const tidyHtml = (html: string): string => {
  const [islandStyle = ''] = /<style>astro-island[^<]*<\/style>/.exec(html) ?? [];
  const scripts = html.match(islandScripts)?.join('') ?? '';
  return html
    .replace(islandStyle, '')
    .replace('</head>', () => `${islandStyle}</head>`)
    .replace(islandScripts, '')
    .replace('</body>', () => `${scripts}</body>`)
    .replace(/(<t[hd]) style="text-align: (\w+)">/g, '$1 align="$2">');
};
