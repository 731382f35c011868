/** What Markdown prints as the text that was given. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\[\]*_`<&{}$:!~|"]/g, '\\$&');
