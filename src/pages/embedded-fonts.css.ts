import { fontData } from 'astro:assets';
import type { APIRoute } from 'astro';
import { characterSets, unicodeRange } from '#model/character-sets.ts';

/** The faces of the form backend's pages, a style sheet of their own (`inbox/pages.ts` has the reason). */
export const GET: APIRoute = () => {
  const faces = ['Display', 'Text'].map((name) => {
    const [base] = fontData[`--font-${name.toLowerCase()}` as keyof typeof fontData] ?? [];
    return `@font-face{font-family:"${name}";src:url("${base?.src[0]?.url}") format("woff2");font-weight:${base?.weight};font-display:swap;unicode-range:${unicodeRange(characterSets.base.ranges).join(',')}}`;
  });
  return new Response(faces.join('\n'), { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
};
