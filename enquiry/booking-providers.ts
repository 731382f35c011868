/** The visitor's fields, as typed. */
export type BookingPrefill = Partial<Record<'name' | 'email' | 'company' | 'message', string>>;

interface BookingProvider {
  name: string;
  hosts: RegExp;
  /** Query parameters of its booking page. */
  parameters: (prefill: BookingPrefill) => Readonly<Record<string, string | undefined>>;
}

/** The only provider whose popup widget the site can call. */
export const calendly: BookingProvider = {
  name: 'Calendly',
  hosts: /(?:^|\.)calendly\.com$/,
  parameters: ({ name, email, company, message }) => ({ name, email, a1: company, a2: message }),
};

/** Its widget adds a style element, which our policy refuses (lobbystack/lobbystack pull request 74). */
const calCom: BookingProvider = {
  name: 'Cal.com',
  hosts: /(?:^|\.)cal\.(?:com|eu)$/,
  // cal.com/help/embedding/prefill-booking-form-embed: the names are the slugs of fields, and `notes` is the only
  // field for free text that every page has.
  parameters: ({ name, email, company, message }) => ({
    name,
    email,
    notes: [company, message].filter((text) => text?.trim()).join('\n\n'),
  }),
};

/** Returns the known provider of a booking page or a widget. @throws TypeError if the address cannot be read */
export const bookingProviderAt = (address: string): BookingProvider | undefined => {
  const { hostname } = new URL(address);
  return [calendly, calCom].find(({ hosts }) => hosts.test(hostname));
};

/** Returns the query parameters of a booking page. Unknown providers get those of Calendly. */
export const bookingParameters = (
  address: string,
  prefill: BookingPrefill,
): ReturnType<BookingProvider['parameters']> =>
  (bookingProviderAt(address) ?? calendly).parameters(prefill);
