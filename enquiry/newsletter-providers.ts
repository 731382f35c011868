interface NewsletterProvider {
  hosts: RegExp;
  /** The page of it that may be framed, or null when there is none. */
  frame: (address: URL) => string | null;
  /** Origins that the frame can be redirected to. */
  redirectsTo?: readonly string[];
}

/** Providers whose pages are not all made for frames. */
const providers: readonly NewsletterProvider[] = [
  {
    // The embed code that Substack gives out (PostHog/posthog.com issue 5418): no other page of it.
    hosts: /\.substack\.com$/,
    frame: ({ origin }) => `${origin}/embed`,
  },
  {
    // The embed code of its page "Embedding & sharing"; the older domain redirects to the newer.
    hosts: /^(?:www\.)?buttondown\.(?:com|email)$/,
    frame: ({ pathname, searchParams }) => {
      const page = new URL(pathname, 'https://buttondown.com');
      for (const [name, value] of searchParams) page.searchParams.append(name, value);
      page.searchParams.set('as_embed', 'true');
      return page.href;
    },
  },
  {
    // Its embed code has one host or the other, by age; no code leads to the publication itself.
    hosts: /^(?:embeds|subscribe-forms)\.beehiiv\.com$/,
    frame: ({ href }) => href,
    redirectsTo: ['https://embeds.beehiiv.com', 'https://subscribe-forms.beehiiv.com'],
  },
  { hosts: /(?:^|\.)beehiiv\.com$/, frame: () => null },
  { hosts: /(?:^|\.)linkedin\.com$/, frame: () => null },
];

/** The framed page, and every address that a policy must let in for it. */
interface NewsletterFrame {
  address: string;
  opens: readonly string[];
}

/**
 * The frame of a newsletter's page, or null when its provider allows none; an unknown one is framed.
 * @param address a web address, or a path on the site
 */
export const newsletterFrame = (address: string): NewsletterFrame | null => {
  if (address.startsWith('/')) return { address, opens: [address] };
  const url = new URL(address);
  const provider = providers.find(({ hosts }) => hosts.test(url.hostname));
  if (!provider) return { address, opens: [address] };
  const frame = provider.frame(url);
  return frame === null
    ? null
    : { address: frame, opens: [frame, ...(provider.redirectsTo ?? [])] };
};
