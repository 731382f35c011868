import type { APIRoute } from 'astro';
import embedded from '#src/styles/embedded.css?inline';
import { families } from '#src/styles/fonts/families.ts';
import fonts from '#src/styles/fonts/fonts.css?inline';
import select from '#src/styles/select.css?inline';
import tokens from '#src/styles/tokens.css?inline';
import visuallyHidden from '#src/styles/visually-hidden.css?inline';

/** The form backend's style sheet, at an address that stays the same in every build. */
export const GET: APIRoute = () => {
  const names = Object.entries(families).map(([id, { name }]) => `:root{--font-${id}:"${name}"}`);
  return new Response([...names, fonts, tokens, visuallyHidden, embedded, select].join('\n'), {
    headers: { 'Content-Type': 'text/css; charset=utf-8' },
  });
};
