import { findEnvironmentMistakes } from '#hosting/environment.ts';
import { addressesInBuild } from '#hosting/variables.ts';
import type { Finding } from '../finding.ts';
import { type Project, variable } from '../project.ts';
import { isLocalHost, isReservedHost } from '../strings.ts';

/** What the form backend does when nothing else is configured. */
const embeddedServices = {
  PUBLIC_FORM_ENDPOINT: 'the contact form posts to the embedded form backend',
  PUBLIC_BOOKING_URL: 'the booking page is the embedded one',
  PUBLIC_NEWSLETTER_URL: 'the newsletter sign-up is the embedded one',
} as const;

const placeholderKey =
  /^(?:embedded|your[-_ ].*|.*[-_ ]here|xxx+|changeme|access[-_ ]key|public-key)$/i;

const file = 'environment';

const error = (field: string, message: string, fix: string): Finding => ({
  severity: 'error',
  message,
  file,
  field,
  fix,
});

const findAddressMistakes = (project: Project): Finding[] =>
  addressesInBuild.flatMap((name) => {
    const value = variable(project, name);
    if (value === null || value.startsWith('/') || !URL.canParse(value)) return [];
    const { protocol, hostname, username, password } = new URL(value);
    if (isLocalHost(hostname)) {
      const message = `${name} is ${value}, which only this machine or its network can reach.`;
      return [error(name, message, 'Set it to the public address.')];
    }
    if (username || password) {
      const message = `${name} holds a user name or a password, which every visitor could read.`;
      return [error(name, message, 'Take it out of the address, and change the password.')];
    }
    if (protocol !== 'https:') {
      const message = `${name} is ${value}, which is not encrypted.`;
      return [error(name, message, 'Use https.')];
    }
    if (name !== 'SITE_URL' && isReservedHost(hostname)) {
      const message = `${name} is ${value}, a host that is set aside for samples.`;
      return [error(name, message, 'Set it to the address of your own account with the service.')];
    }
    return [];
  });

const findEmbedded = (project: Project): Finding[] => {
  const { host } = project;
  if (host === 'node' || host === 'workers') return [];
  const embedded = Object.entries(embeddedServices).filter(
    ([name]) => variable(project, name)?.startsWith('/') ?? true,
  );
  if (host === 'static') {
    return embedded.map(([name, use]) =>
      error(
        name,
        `${name} is not set to a service: ${use}, and a static host runs no backend.`,
        'Set it to the address of your own account with a service, or publish with the form backend.',
      ),
    );
  }
  return embedded.length === 0
    ? []
    : [
        {
          severity: 'note',
          message: `Embedded services are used: ${embedded.map(([, use]) => use).join('; ')}.`,
          file,
          field: embedded.map(([name]) => name).join(', '),
          fix: 'Fine with the site’s own server or on Workers. For a static host, which runs no backend, set them, and run the doctor with --host=static.',
        },
      ];
};

/** Addresses and keys of the configuration that would not work for a visitor. */
export const findConfigurationMistakes = (project: Project): Finding[] => {
  const findings = findEnvironmentMistakes(project.environment).map((line) =>
    error(
      line.split(' ', 1)[0] ?? '',
      `${line}.`,
      'Fix the variable; the site cannot be built with it.',
    ),
  );
  if (variable(project, 'SITE_URL') === null) {
    findings.push(
      error(
        'SITE_URL',
        'SITE_URL is not set, so search engines and link previews are sent to http://localhost:4321.',
        'Set it to where the site will be published, such as https://firm.com.',
      ),
    );
  }
  const key = variable(project, 'PUBLIC_FORM_ACCESS_KEY');
  const endpoint = variable(project, 'PUBLIC_FORM_ENDPOINT');
  if (endpoint?.startsWith('http') && key && placeholderKey.test(key)) {
    findings.push(
      error(
        'PUBLIC_FORM_ACCESS_KEY',
        `PUBLIC_FORM_ACCESS_KEY is “${key}”, which is no key of the form service: it would refuse every message.`,
        'Set it to the public key that the service gave you.',
      ),
    );
  }
  return [...findings, ...findAddressMistakes(project), ...findEmbedded(project)];
};
