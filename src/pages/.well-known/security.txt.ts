import type { APIRoute } from 'astro';
import { identity } from '#content/identity.ts';
import { site as siteContent } from '#content/site.ts';

/** RFC 9116. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      `Contact: mailto:${identity.email}`,
      `Expires: ${new Date(siteContent.securityTxtExpires).toISOString()}`,
      `Preferred-Languages: ${siteContent.language.split('-')[0]}`,
      `Canonical: ${new URL('/.well-known/security.txt', site)}`,
      '',
    ].join('\n'),
  );
