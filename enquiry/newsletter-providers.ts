interface NewsletterProvider {
  hosts: RegExp;
  /** Returns the page that may be framed, or null if there is none. */
  frame: (address: URL) => string | null;
  /** Origins that the frame can be redirected to. */
  redirectsTo?: readonly string[];
}

/** Providers of which only some pages can be framed. */
const providers: readonly NewsletterProvider[] = [
  {
    // The page of Substack's embed code; its other pages cannot be framed (PostHog/posthog.com issue 5418).
    // Its share button copies `open.substack.com/pub/NAME`; a profile, `substack.com/@NAME`, names no publication.
    hosts: /(?:^|\.)substack\.com$/,
    frame: ({ hostname, pathname }) => {
      const [, name] =
        /^open\.substack\.com\/pub\/([\w-]+)/.exec(hostname + pathname) ??
        /^(?!open\.|www\.)([\w-]+)\.substack\./.exec(hostname) ??
        [];
      return name ? `https://${name}.substack.com/embed` : null;
    },
  },
  {
    // The embed code of the page "Embedding & sharing". The older domain redirects to the newer one.
    hosts: /^(?:www\.)?buttondown\.(?:com|email)$/,
    frame: ({ pathname, searchParams }) => {
      const page = new URL(pathname, 'https://buttondown.com');
      for (const [name, value] of searchParams) page.searchParams.append(name, value);
      page.searchParams.set('as_embed', 'true');
      return page.href;
    },
  },
  {
    // Older and newer embed codes have different hosts. Publication pages cannot be framed.
    hosts: /^(?:embeds|subscribe-forms)\.beehiiv\.com$/,
    frame: ({ href }) => href,
    redirectsTo: ['https://embeds.beehiiv.com', 'https://subscribe-forms.beehiiv.com'],
  },
  { hosts: /(?:^|\.)(?:beehiiv|linkedin)\.com$/, frame: () => null },
];

/**
 * Returns the page to frame for a newsletter, and all addresses that a policy must allow for it; null if its
 * provider allows no frame. Pages of unknown providers are framed.
 * @param address a web address, or a path on the site
 */
export const newsletterFrame = (address: string) => {
  if (address.startsWith('/')) return { address, opens: [address] };
  const url = new URL(address);
  const provider = providers.find(({ hosts }) => hosts.test(url.hostname));
  if (!provider) return { address, opens: [address] };
  const frame = provider.frame(url);
  return frame === null
    ? null
    : { address: frame, opens: [frame, ...(provider.redirectsTo ?? [])] };
};
