import { findEnvironmentMistakes } from '#hosting/environment.ts';
import { addressesInBuild } from '#hosting/variables.ts';
import type { Finding } from '../finding.ts';
import { isLocalHost, isReservedHost } from '../strings.ts';
import { type Subject, variable } from '../subject.ts';

/** What the form backend does when nothing else is configured. */
const embeddedServices = {
  PUBLIC_FORM_ENDPOINT: 'the contact form posts to the embedded form backend',
  PUBLIC_BOOKING_URL: 'the booking page is the embedded one',
  PUBLIC_NEWSLETTER_URL: 'the newsletter sign-up is the embedded one',
} as const;

const placeholderKey =
  /^(?:embedded|your[-_ ].*|.*[-_ ]here|xxx+|changeme|access[-_ ]key|public-key)$/i;

const file = 'environment';

const error = (field: string, what: string, mend: string): Finding => ({
  severity: 'error',
  what,
  file,
  field,
  mend,
});

const findAddressMistakes = (subject: Subject): Finding[] =>
  addressesInBuild.flatMap((name) => {
    const value = variable(subject, name);
    if (value === null || value.startsWith('/') || !URL.canParse(value)) return [];
    const { protocol, hostname, username, password } = new URL(value);
    if (isLocalHost(hostname)) {
      const what = `${name} is ${value}, which only this machine or its network can reach.`;
      return [error(name, what, 'Set it to the public address.')];
    }
    if (username || password) {
      const what = `${name} holds a user name or a password, which every visitor could read.`;
      return [error(name, what, 'Take it out of the address, and change the password.')];
    }
    if (protocol !== 'https:') {
      const what = `${name} is ${value}, which is not encrypted.`;
      return [error(name, what, 'Use https.')];
    }
    if (name !== 'SITE_URL' && isReservedHost(hostname)) {
      const what = `${name} is ${value}, a host that is set aside for samples.`;
      return [error(name, what, 'Set it to the address of your own account with the service.')];
    }
    return [];
  });

const findEmbedded = (subject: Subject): Finding[] => {
  const { host } = subject;
  if (host === 'node' || host === 'workers') return [];
  const embedded = Object.entries(embeddedServices).filter(
    ([name]) => variable(subject, name)?.startsWith('/') ?? true,
  );
  if (host === 'static') {
    return embedded.map(([name, what]) =>
      error(
        name,
        `${name} is not set to a service: ${what}, and a static host runs no backend.`,
        'Set it to the address of your own account with a service, or publish with the form backend.',
      ),
    );
  }
  return embedded.length === 0
    ? []
    : [
        {
          severity: 'note',
          what: `Embedded services are used: ${embedded.map(([, what]) => what).join('; ')}.`,
          file,
          field: embedded.map(([name]) => name).join(', '),
          mend: 'Fine with the site’s own server or on Workers. For a static host, which runs no backend, set them, and run the doctor with --host=static.',
        },
      ];
};

/** Addresses and keys of the configuration that would not work for a visitor. */
export const findConfigurationMistakes = (subject: Subject): Finding[] => {
  const findings = findEnvironmentMistakes(subject.environment).map((line) =>
    error(
      line.split(' ', 1)[0] ?? '',
      `${line}.`,
      'Mend the variable; the site cannot be built with it.',
    ),
  );
  if (variable(subject, 'SITE_URL') === null) {
    findings.push(
      error(
        'SITE_URL',
        'SITE_URL is not set, so search engines and link previews are sent to http://localhost:4321.',
        'Set it to where the site will be published, such as https://firm.com.',
      ),
    );
  }
  const key = variable(subject, 'PUBLIC_FORM_ACCESS_KEY');
  const endpoint = variable(subject, 'PUBLIC_FORM_ENDPOINT');
  if (endpoint?.startsWith('http') && key && placeholderKey.test(key)) {
    findings.push(
      error(
        'PUBLIC_FORM_ACCESS_KEY',
        `PUBLIC_FORM_ACCESS_KEY is “${key}”, which is no key of the form service: it would refuse every message.`,
        'Set it to the public key that the service gave you.',
      ),
    );
  }
  return [...findings, ...findAddressMistakes(subject), ...findEmbedded(subject)];
};
