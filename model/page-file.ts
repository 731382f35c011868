export const pageFolder = 'content/pages';

/** The file of the text page at `/ID`. */
export const pageFile = (id: string): string => `${pageFolder}/${id}.md`;
