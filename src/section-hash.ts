/** Reads a hash such as #contact?service=program-build; anything else gives null. */
export const parseSectionHash = (
  hash: string,
): { section: string; query: URLSearchParams } | null => {
  const match = /^#([a-z][\w-]{0,63})(?:\?(.{0,512}))?$/is.exec(hash);
  return match ? { section: match[1] as string, query: new URLSearchParams(match[2]) } : null;
};

/** Id of the place in a section that an address fills in. */
export const prefillTarget = (section: string): string => `${section}-prefill`;

/** The hash of a section, with what to fill in there. */
export const sectionHash = (section: string, query: Record<string, string> = {}): string => {
  const parameters = new URLSearchParams(query).toString();
  return `#${section}${parameters ? `?${parameters}` : ''}`;
};
