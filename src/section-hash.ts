/** Addresses within the home page: a section, and for the contact section what to fill in. */

export interface SectionHash {
  /** Looks like a section id; whether there is one is for the caller to find out. */
  section: string;
  /** What stands behind a question mark, such as service=program-build. */
  query: URLSearchParams;
}

/**
 * Reads the hash of an address. Hashes come from anywhere, so whatever does not look like a section
 * id with an optional query is null, and nothing throws.
 * @param hash with its leading #, such as #contact?service=program-build
 */
export const parseSectionHash = (hash: string): SectionHash | null => {
  const match = /^#([a-z][\w-]{0,63})(?:\?(.{0,512}))?$/is.exec(hash);
  return match ? { section: match[1] as string, query: new URLSearchParams(match[2]) } : null;
};

/**
 * The address of a section.
 * @param query what to fill in there
 */
export const sectionHash = (section: string, query: Record<string, string> = {}): string => {
  const parameters = new URLSearchParams(query).toString();
  return `#${section}${parameters ? `?${parameters}` : ''}`;
};
