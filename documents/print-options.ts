/** How Chromium prints; part of what decides a document's bytes. */
export const printOptions = {
  tagged: true,
  outline: true,
  preferCSSPageSize: true,
  printBackground: true,
} as const;
