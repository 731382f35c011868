import { findEnvironmentMistakes, findEnvironmentWarnings } from '#hosting/environment.ts';
import { findServerMistakes } from '#hosting/machine/config.ts';
import { addressesInBuild, variableList } from '#hosting/variables.ts';
import { error as errorAt, type Finding, warning } from '../finding.ts';
import { type Project, variable } from '../project.ts';
import { isLocalHost, isReservedHost } from '../strings.ts';

const embeddedServices = {
  PUBLIC_FORM_ENDPOINT: 'the contact form posts to the embedded form backend',
  PUBLIC_BOOKING_URL: 'the booking page is the embedded one',
  PUBLIC_NEWSLETTER_URL: 'the newsletter sign-up is the embedded one',
  PUBLIC_ANALYTICS_ENDPOINT: 'visits are counted by the form backend',
} as const;

const placeholderKey =
  /^(?:embedded|your[-_ ].*|.*[-_ ]here|xxx+|changeme|access[-_ ]key|public-key)$/i;

const file = 'environment';

const error = (field: string, message: string, fix: string): Finding =>
  errorAt(file, field, message, fix);

const findAddressMistakes = function* (project: Project): Generator<Finding> {
  for (const name of addressesInBuild) {
    const value = variable(project, name);
    if (value === null || value.startsWith('/') || !URL.canParse(value)) continue;
    const { protocol, hostname, username, password } = new URL(value);
    if (isLocalHost(hostname)) {
      const message = `${name} is ${value}, which only this machine or its network can reach.`;
      yield error(name, message, 'Set it to the public address.');
    } else if (username || password) {
      const message = `${name} holds a user name or a password, which every visitor could read.`;
      yield error(name, message, 'Take it out of the address, and change the password.');
    } else if (protocol !== 'https:') {
      yield error(name, `${name} is ${value}, which is not encrypted.`, 'Use https.');
    } else if (isReservedHost(hostname)) {
      const message = `${name} is ${value}, a host that is set aside for samples.`;
      yield error(name, message, 'Set it to an address of your own.');
    }
  }
};

const findEmbedded = function* (project: Project): Generator<Finding> {
  const { host } = project;
  if (host === 'node' || host === 'workers') return;
  const embedded = Object.entries(embeddedServices).filter(
    ([name]) => variable(project, name)?.startsWith('/') ?? name !== 'PUBLIC_ANALYTICS_ENDPOINT',
  );
  if (host === 'static') {
    for (const [name, use] of embedded) {
      yield error(
        name,
        `${name} is not set to a service: ${use}, and a static host runs no backend.`,
        `Set it to the address of your own account with a service,${name === 'PUBLIC_ANALYTICS_ENDPOINT' ? ' take it out,' : ''} or publish with the form backend.`,
      );
    }
  } else if (embedded.length > 0) {
    yield {
      severity: 'note',
      message: `Embedded services are used: ${embedded.map(([, use]) => use).join('; ')}.`,
      file,
      field: embedded.map(([name]) => name).join(', '),
      fix: 'Fine with the site’s own server or on Workers. For a static host, which runs no backend, set them, and run the doctor with --host=static.',
    };
  }
};

/** Shells and containers set them for other programs. */
const ofTheMachine = ['PORT', 'HOST'];

const findUnread = function* (project: Project): Generator<Finding> {
  const { host } = project;
  // What Workers do not read is named in delivery.ts.
  if (host === 'static') {
    for (const { name, readBy } of variableList) {
      const isRead = readBy.some((reader) => reader === 'build' || reader === 'tools');
      if (isRead || ofTheMachine.includes(name) || variable(project, name) === null) continue;
      const fix = 'Take it out, or publish with the site’s own server.';
      const message = `${name} is set, and a static host runs no server, so it does nothing.`;
      yield warning(file, name, message, fix);
    }
    return;
  }
  const endpoint = variable(project, 'PUBLIC_FORM_ENDPOINT');
  const delivery = ['INBOX_TO', 'INBOX_WEBHOOK_URL'].find((name) => variable(project, name));
  if (endpoint?.startsWith('http') && delivery) {
    const message = `${delivery} is set, and messages of the contact form go to ${endpoint} instead: PUBLIC_FORM_ENDPOINT.`;
    const fix = `Take ${delivery} out if the service mails you, or PUBLIC_FORM_ENDPOINT if the inbox should.`;
    yield warning(file, delivery, message, fix);
  }
};

const findWideRights = function* ({ openToOthers }: Project): Generator<Finding> {
  const [path] = openToOthers;
  if (path === undefined) return;
  const message = `Other users of this machine can open ${openToOthers.join(' and ')}, where what visitors write is kept.`;
  yield warning(file, 'DATA_DIR', message, `chmod -R go= ${path}`);
};

export const findConfigurationMistakes = function* (project: Project): Generator<Finding> {
  const { environment, host } = project;
  const ofBuild = findEnvironmentMistakes(environment);
  for (const { field, message } of ofBuild) {
    const fix = 'Fix the variable; the site cannot be built with it.';
    yield error(field, `${message}.`, fix);
  }
  for (const { field, message } of host === 'static' || host === 'workers'
    ? []
    : findServerMistakes(environment)) {
    if (ofBuild.some((other) => other.message === message)) continue;
    const fix = 'Fix the variable; the site’s own server does not start with it.';
    yield error(field, `${message}.`, fix);
  }
  for (const { field, message } of findEnvironmentWarnings(environment)) {
    const fix = 'Set it to a widget that is known, or leave it out: booking then opens in a tab.';
    yield error(field, `${message}.`, fix);
  }
  if (variable(project, 'SITE_URL') === null) {
    yield error(
      'SITE_URL',
      'SITE_URL is not set, so search engines and link previews are sent to http://localhost:4321.',
      'Set it to where the site will be published, such as https://firm.com.',
    );
  }
  const key = variable(project, 'PUBLIC_FORM_ACCESS_KEY');
  const endpoint = variable(project, 'PUBLIC_FORM_ENDPOINT');
  if (endpoint?.startsWith('http') && key && placeholderKey.test(key)) {
    yield error(
      'PUBLIC_FORM_ACCESS_KEY',
      `PUBLIC_FORM_ACCESS_KEY is “${key}”, which is no key of the form service: it would refuse every message.`,
      'Set it to the public key that the service gave you.',
    );
  }
  yield* findAddressMistakes(project);
  yield* findUnread(project);
  yield* findWideRights(project);
  yield* findEmbedded(project);
};
