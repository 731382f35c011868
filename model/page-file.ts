export const pageFolder = 'content/pages';

/** Returns the path of the file with the text page at `/ID`. */
export const pageFile = (id: string): string => `${pageFolder}/${id}.md`;
