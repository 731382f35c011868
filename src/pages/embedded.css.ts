import type { APIRoute } from 'astro';
import standIns from '#content/fonts/stand-ins.css?inline';
import theme from '#content/theme.css?inline';
import embedded from '#src/styles/embedded.css?inline';
import fonts from '#src/styles/fonts.css?inline';
import select from '#src/styles/select.css?inline';
import tokens from '#src/styles/tokens.css?inline';
import visuallyHidden from '#src/styles/visually-hidden.css?inline';

/** The form backend's style sheet, at an address that stays the same in every build. */
export const GET: APIRoute = () => {
  const names = ':root{--font-display:"Display"}\n:root{--font-text:"Text"}';
  return new Response(
    [names, theme, standIns, fonts, tokens, visuallyHidden, embedded, select].join('\n'),
    {
      headers: { 'Content-Type': 'text/css; charset=utf-8' },
    },
  );
};
