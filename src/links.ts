import { type BookingPrefill, bookingParameters } from '#enquiry/booking-providers.ts';
import { shorten, wellFormed } from '#enquiry/characters.ts';
import { phoneDigits } from '#model/phone.ts';

export { mailtoUrl } from '#enquiry/mailto.ts';

export const telUrl = (phone: string): string => `tel:${phoneDigits(phone)}`;

/** The maximum length of an address, because servers refuse a request line of more than 8 KB. */
const bookingUrlLimit = 6000;

/**
 * Returns the booking page with the visitor's details, shortened if necessary (behavior 9.2).
 * @param origin the base of a relative address
 * @throws TypeError if the address is invalid
 */
export const bookingUrlWith = (base: string, prefill: BookingPrefill, origin: string): string => {
  const url = new URL(base, origin);
  for (const [key, value] of Object.entries(bookingParameters(url.href, prefill))) {
    if (value?.trim()) url.searchParams.set(key, wellFormed(value));
  }
  while (url.href.length > bookingUrlLimit) {
    const byLength = [...url.searchParams].sort(([, one], [, other]) => other.length - one.length);
    const [key, value] = byLength[0] ?? ['', ''];
    if (value.length < 100) break;
    url.searchParams.set(key, shorten(value, bookingUrlLimit));
  }
  return url.href;
};

/** Parses a hash such as #contact?service=program-build; returns null for anything else. */
export const parseSectionHash = (
  hash: string,
): { section: string; query: URLSearchParams } | null => {
  const match = /^#([a-z][\w-]{0,63})(?:\?(.{0,512}))?$/is.exec(hash);
  return match ? { section: match[1] as string, query: new URLSearchParams(match[2]) } : null;
};

/** Returns the id of the part of a section that an address fills in. */
export const prefillTarget = (section: string): string => `${section}-prefill`;

/** Returns the hash of a section, with the values to fill in there. */
export const sectionHash = (section: string, query: Record<string, string> = {}): string => {
  const parameters = new URLSearchParams(query).toString();
  return `#${section}${parameters ? `?${parameters}` : ''}`;
};
