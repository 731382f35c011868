import { writeFileSync } from 'node:fs';
import { unescape as decode } from 'node:querystring';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import { createCalendars, readCalendarAddresses } from '#booking/calendars.ts';
import { readDelivery } from '#hosting/delivery.ts';
import { findEnvironmentWarnings } from '#hosting/environment.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import * as table from '#hosting/variables.ts';
import { reachesVisitors } from '#inbox/delivery/delivery.ts';
import { bookingLengths } from '#inbox/kinds/index.ts';
import { offeredSignUps } from '#inbox/sign-ups.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { findVariableMistakes } from '../content-trial.ts';
import { error, type Finding, warning } from './finding.ts';
import { type Project, readProject } from './project.ts';
import { confirm, confirmedFile, digestOfSentence, sampleSentences } from './sample.ts';

/** Hosts of this machine or its network, and reserved names (RFC 2606, RFC 6761). */
const unreachable =
  /^(?:127\..*|0\.0\.0\.0|10\..*|192\.168\..*|\[::1?\])$|(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|local|localhost|test)$/;

const faultIn = ({ hostname, protocol }: URL): string | false => {
  if (unreachable.test(hostname)) return `leads to ${hostname}, which visitors cannot reach`;
  return protocol !== 'https:' && 'is not encrypted (https)';
};

/** Finds variables that are missing or wrong, and services that do not answer. */
async function* examineEnvironment(project: Project): AsyncGenerator<Finding> {
  const { built, content, doesAnswer, environment, host, sharedInbox } = project;
  const { availability, identity, site } = content;
  const { CALENDAR_URLS, INBOX_TO, PUBLIC_ANALYTICS_ENDPOINT, PUBLIC_BOOKING_URL } = environment;
  const file = 'environment';
  const set = host === 'workers' ? table.workerVariables(environment) : environment;
  const mistakes = findVariableMistakes(environment, host);
  const correct = 'Correct the variable in .env, or at the host.';
  for (const { field, message } of mistakes) yield error(file, field, `${message}.`, correct);
  for (const { field, message } of findEnvironmentWarnings(environment)) {
    yield warning(file, field, `${message}.`, correct);
  }
  const isPath =
    host === 'static' && 'must be the address of a service, because a static host runs no programs';
  const missing: Record<string, string | false> = {
    SITE_URL: !environment.SITE_URL && 'is not set',
    PUBLIC_FORM_ENDPOINT: site.sections.includes('contact') && isPath,
    PUBLIC_BOOKING_URL: site.booking && isPath,
    PUBLIC_NEWSLETTER_URL: site.newsletter && isPath,
    PUBLIC_ANALYTICS_ENDPOINT: Boolean(PUBLIC_ANALYTICS_ENDPOINT) && isPath,
  };
  for (const name of table.addressesInBuild) {
    const url = URL.parse(environment[name] ?? '');
    const fault = url ? faultIn(url) : missing[name];
    // The site itself may not be online yet.
    const isAsked = url && built !== undefined && name !== 'SITE_URL';
    if (fault) {
      const part = !url && /BOOKING|NEWSLETTER/.exec(name)?.[0].toLowerCase();
      const remedy = part ? `, or set ${part}: false in content/site.yaml` : '';
      yield error(file, name, `${name} ${fault}.`, `Set it to a public https address${remedy}.`);
    } else if (isAsked && !(await doesAnswer(url))) {
      const message = `No server answers at ${url.host}, the address in ${name}.`;
      yield warning(file, name, message, 'Check the address, and your connection.');
    }
  }
  if (sharedInbox && !/workers|static/.test(host ?? '')) {
    yield warning(file, 'DATA_DIR', ...sharedInbox);
  }
  // The rest is about our own booking page.
  if (!availability || PUBLIC_BOOKING_URL) return;
  if (availability.confirm && !reachesVisitors(readDelivery(set))) {
    const message = 'Visitors cannot confirm bookings, because mail to visitors is not set up.';
    const fix = 'Set up mail with `npm run setup`, or remove the field.';
    yield error('content/availability.yaml', 'confirm', message, fix);
  }
  const isWrong = mistakes.some(({ field }) => field === 'CALENDAR_URLS');
  if (!CALENDAR_URLS || isWrong || built === undefined || host === 'static') return;
  const remarks: string[] = [];
  const addresses = readCalendarAddresses(CALENDAR_URLS);
  const ownerEmail = [identity.email, INBOX_TO].join();
  const report = (remark: string) => remarks.push(remark);
  await createCalendars({ ...availability, addresses, ownerEmail, report }).refresh();
  const fix = 'Open the calendar in its own program.';
  yield* remarks.map((remark) => warning(file, 'CALENDAR_URLS', remark, fix));
}

/** Finds contacts that cannot exist, missing words, and sample texts that are neither changed nor confirmed. */
export function* examineContent(project: Project): Generator<Finding> {
  const { confirmed, content, texts, words } = project;
  const { email, phone } = content.identity;
  const contacts = 'content/identity.yaml';
  const domain = email.replace(/.*@/, '');
  if (!parse(domain).isIcann) {
    yield error(contacts, 'email', `The domain “${domain}” cannot exist.`, 'Correct the address.');
  }
  if (!isValidPhoneNumber(phone)) {
    yield error(contacts, 'phone', `No country has the number ${phone}.`, 'Check its digits.');
  }
  const left = texts.flatMap((each) => {
    const isLeft = (sentence: string) =>
      !confirmed[each.file]?.includes(digestOfSentence(sentence));
    const text = sampleSentences(each.text).filter(isLeft).join(' ');
    return text ? { ...each, text } : [];
  });
  const leftByFile = Map.groupBy(left, ({ file }) => file);
  for (const [file, inFile] of leftByFile) {
    const [{ line } = {}] = inFile;
    // Every site has a résumé.
    const remedy = file === `public${content.site.resumeFile}` ? '' : ', or remove it';
    const [message, fix] = line
      ? [`Texts of the sample: ${inFile.length}.`, 'Write your own.']
      : ['The file is from the sample.', `Replace it${remedy}.`];
    yield { ...error(file, '', message, fix), line, sample: inFile };
  }
  if (words.lacking.length > 0) {
    const message = `It lacks words, such as ${words.lacking.slice(0, 3).join(', ')}: the site shows English there.`;
    yield warning(words.file, '', message, 'Translate them from content/words/en.yaml.');
  }
}

/** The form backend's pages, to which links can lead. */
const backendPages: readonly string[] = [
  ...Array.from(bookingLengths, bookingPath),
  ...offeredSignUps.map(({ name }) => `/${name}`),
];

/** Finds dead links, and documents that no page links to. */
function* findBadLinks(project: Project): Generator<Finding> {
  const { built, confirmed, environment, publicFiles } = project;
  const { origin } = new URL(environment.SITE_URL || table.variables.SITE_URL.default);
  const linked = new Set<string>();
  for (const [page, html] of built?.files ?? []) {
    for (const [, address = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const url = URL.parse(address, origin + page);
      if (url?.origin !== origin || linked.has(url.href)) continue;
      const path = decode(url.pathname);
      // After the id, a question mark begins the values that fill in the form.
      const [id] = decode(url.hash.slice(1)).split('?');
      const target = built?.files.get(path) ?? (backendPages.includes(path) ? '' : null);
      linked.add(url.href).add(path);
      const message = `The page ${page} links to ${address}, which is not on the site.`;
      const isThere = target !== null && (!id || target.includes(` id="${id}"`));
      if (!isThere) yield error('content/', address, message, 'Correct the link.');
    }
  }
  for (const [path, { file }] of publicFiles) {
    const isPart = file !== `public${path}`;
    if (isPart || !/^\/resources\/|\.pdf$/.test(path) || confirmed[file]) continue;
    const message = 'Everybody can read it, but no page links to it.';
    const fix = 'Remove it, or add it to content/resources.yaml.';
    if (!linked.has(path)) yield error(file, '', message, fix);
  }
}

/** Finds documents that are missing, wrong or old, and a built site that is old or has bad links. */
function* examineFiles(project: Project): Generator<Finding> {
  const { built, content, hasPapers, publicFiles, staleFiles } = project;
  const resume = { path: content.site.resumeFile, pages: 0 };
  for (const [index, { path, pages }] of [resume, ...content.resources.catalogue].entries()) {
    const [file, field] = index
      ? ['content/resources.yaml', `catalogue[${index - 1}].path`]
      : ['content/site.yaml', 'resumeFile'];
    const found = publicFiles.get(path)?.pages;
    if (!found) {
      const message = `public${path} is missing, or is not a readable PDF.`;
      const make = hasPapers ? ', or run `npm run build --workspace=papers -- --all`' : '';
      const remove = index ? ', or remove the entry' : '';
      yield error(file, field, message, `Put a PDF there${make}${remove}.`);
    } else if (pages && pages !== found) {
      const message = `public${path} has ${found} pages, not ${pages}.`;
      yield error(file, field, message, 'Correct the number; 0 hides it.');
    }
  }
  for (const { file, line, message } of staleFiles) {
    const remake = 'Run `npm run publish`, which remakes it, and commit the file.';
    const [what, fix] = file.startsWith('public/')
      ? ['It is missing, or older than its sources.', remake]
      : [`It is wrong: ${message}.`, 'Correct the text.'];
    yield { ...error(file, '', what, fix), line };
  }
  if (built === undefined) return;
  const changes = built?.changed.map((what) => `${what} has changed since the build.`);
  for (const message of changes ?? ['There is no built site yet.']) {
    const fix =
      'Run `npm run publish`, or `npm run build` with the variables that you publish with.';
    yield error(built?.folder ?? 'dist', '', message, fix);
  }
  if (changes?.length === 0) yield* findBadLinks(project);
}

/** Returns all findings by file, in the order in which an owner fixes them, each with its line if the file has one. */
export const examine = async (project: Project): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for await (const finding of examineEnvironment(project)) findings.push(finding);
  findings.push(...examineContent(project), ...examineFiles(project));
  const lines = new Map(project.texts.map(({ file, field, line }) => [file + field, line]));
  const byFile = [...Map.groupBy(findings, ({ file }) => file).values()].flat();
  return byFile.map((each) => ({ line: lines.get(each.file + each.field), ...each }));
};

/**
 * Returns the findings in this project and its environment.
 * @param named the host; the default is PUBLISH_HOST
 * @param options `folder` of the built site, or null to leave out the results of a build and earlier commands;
 *   `confirmed`: a file or folder whose sample text the owner confirms
 * @throws UsageError if `confirmed` contains no text of the sample
 */
export const diagnose = async (
  named?: string,
  { folder, confirmed }: { folder?: string | null; confirmed?: string | undefined } = {},
): Promise<Finding[]> => {
  const set = readEnvironment();
  const site = folder === undefined ? (set.OUT_DIR ?? table.variables.OUT_DIR.default) : folder;
  const project = await readProject(set, site, named ?? set.PUBLISH_HOST);
  if (confirmed !== undefined) {
    project.confirmed = confirm(project, confirmed);
    writeFileSync(confirmedFile, `${JSON.stringify(project.confirmed, null, 2)}\n`);
  }
  return examine(project);
};
