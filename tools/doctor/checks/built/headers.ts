import { headersFor, parseHeadersFile } from '#headers/headers-file.ts';
import { commonHeaders } from '#headers/policy.ts';
import { error, type Finding } from '../../finding.ts';
import type { Project } from '../../project.ts';

/** Whether the built site brings the headers that every host is to send. */
export const findMissingHeaders = function* ({ built }: Project): Generator<Finding> {
  if (!built) return;
  const file = `${built.folder}/_headers`;
  const fix = 'Build the site again: `npm run build`. Do not write the file by hand.';
  const bytes = built.files.get('/_headers');
  if (!bytes) {
    const message = 'The file with the security headers is missing; a host would send none.';
    yield error(file, 'the whole file', message, fix);
    return;
  }
  const headers = headersFor(parseHeadersFile(new TextDecoder().decode(bytes)), '/');
  for (const [name, value] of Object.entries(commonHeaders)) {
    if (headers[name] !== value) yield error(file, name, `${name} is not “${value}”.`, fix);
  }
  const policy = headers['Content-Security-Policy'] ?? '';
  const loose = /'unsafe-(?:inline|eval|hashes)'|(?:^|[\s;])(?:\*|https?:|data:)(?:[\s;]|$)/.exec(
    policy,
  );
  const message = policy.startsWith("default-src 'none'")
    ? loose && `The content security policy lets in ${loose[0].replace(/[;\s]/g, '')}.`
    : "The content security policy does not begin with default-src 'none'.";
  if (message) yield error(file, 'Content-Security-Policy', message, fix);
};
