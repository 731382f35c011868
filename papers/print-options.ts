/** An input of the PDFs, so a part of their digest. */
export const printOptions = {
  tagged: true,
  outline: true,
  preferCSSPageSize: true,
  printBackground: true,
} as const;
