import { fontData } from 'astro:assets';
import type { APIRoute } from 'astro';
import embedded from '#src/styles/embedded.css?inline';
import { characterSets, families, unicodeRange } from '#src/styles/fonts/families.ts';
import fonts from '#src/styles/fonts/fonts.css?inline';
import select from '#src/styles/select.css?inline';
import tokens from '#src/styles/tokens.css?inline';
import visuallyHidden from '#src/styles/visually-hidden.css?inline';

/** The form backend's style sheet, at an address that stays the same in every build. */
export const GET: APIRoute = () => {
  const faces = Object.entries(families).flatMap(([id, { name }]) => {
    const [base] = fontData[`--font-${id}` as keyof typeof fontData] ?? [];
    const source = base?.src[0]?.url;
    return [
      `@font-face{font-family:"${name}";src:url("${source}") format("woff2");font-weight:${base?.weight};font-display:swap;unicode-range:${unicodeRange(characterSets.base.ranges).join(',')}}`,
      `:root{--font-${id}:"${name}"}`,
    ];
  });
  return new Response([...faces, fonts, tokens, visuallyHidden, embedded, select].join('\n'), {
    headers: { 'Content-Type': 'text/css; charset=utf-8' },
  });
};
