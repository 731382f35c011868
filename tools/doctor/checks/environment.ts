import { findDeliveryMistake } from '#hosting/delivery.ts';
import { findEnvironmentMistakes, findEnvironmentWarnings } from '#hosting/environment.ts';
import { findServerMistakes } from '#hosting/machine/config.ts';
import * as table from '#hosting/variables.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { Project } from '../project.ts';

const file = 'environment';

/** What the build or the host refuses. */
export const findMistakes = ({ environment, host }: Project): Finding[] => {
  const set = table.workerVariables(environment);
  const half = findDeliveryMistake(set, ['RESEND_API_KEY']);
  const ofHost = {
    machine: () => findServerMistakes(environment),
    workers: () => [...table.findMistakes('worker', set), ...(half ? [half] : [])],
    static: () => [],
  }[host ?? 'machine'];
  const mistakes = [
    ...findEnvironmentMistakes(environment),
    ...findEnvironmentWarnings(environment),
    ...ofHost(),
  ];
  const fields = new Map(mistakes.map(({ field, message }) => [message, field]));
  const fix = 'Fix the variable in .env, or where the host keeps it.';
  return [...fields].map(([message, field]) => error(file, field, `${message}.`, fix));
};

/** Of this machine or its network, or nobody's (RFC 2606, RFC 6761). */
const unreachable =
  /^(?:127\..*|0\.0\.0\.0|10\..*|192\.168\..*|\[::1?\])$|(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|local|localhost|test)$/;

const faultIn = ({ hostname, password, protocol, username }: URL): string | null => {
  if (unreachable.test(hostname)) return 'is an address that visitors cannot reach';
  if (username || password) return 'has a password that every visitor can read';
  return protocol === 'https:' ? null : 'is not encrypted (https)';
};

/** Addresses in pages that are missing or wrong for visitors. */
export const findBadAddresses = ({ environment }: Project): Finding[] =>
  table.addressesInBuild.flatMap((name) => {
    const url = URL.parse(environment[name] ?? '');
    const isMissing = name === 'SITE_URL' && !environment[name];
    const fault = isMissing ? 'is not set' : url && faultIn(url);
    const fix = 'Set it to a public https address.';
    return fault ? error(file, name, `${name} ${fault}.`, fix) : [];
  });

/** What a host without a backend needs somebody else's service for. */
export const findMissingServices = ({ content, environment, host }: Project): Finding[] => {
  const { booking, newsletter, sections } = content.site;
  const needed = {
    PUBLIC_FORM_ENDPOINT: sections.includes('contact'),
    PUBLIC_BOOKING_URL: booking,
    PUBLIC_NEWSLETTER_URL: newsletter,
    PUBLIC_ANALYTICS_ENDPOINT: Boolean(environment.PUBLIC_ANALYTICS_ENDPOINT),
  };
  return Object.entries(needed).flatMap(([name, isNeeded]) => {
    if (host !== 'static' || !isNeeded || /^\w+:/.test(environment[name] ?? '')) return [];
    const message = `${name} names no service, and a static host has no backend.`;
    return error(file, name, message, 'Set it to the address of your account with one.');
  });
};

/** What is set and does nothing on Workers. */
export const findIgnored = ({ environment, host }: Project): Finding[] =>
  (host === 'workers' ? table.findIgnoredOnWorkers(environment) : []).map(({ name, line }) =>
    warning(file, name, line, 'Remove it, unless it is for another host.'),
  );

/** Whether the inbox is on a network file system. */
export const findSharedInbox = ({ host, sharedInbox }: Project): Finding[] => {
  if (!sharedInbox || host === 'workers' || host === 'static') return [];
  return [warning(file, 'DATA_DIR', ...sharedInbox)];
};
