import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { type Environment, findMistakes, variables } from '#hosting/variables.ts';
import { heroSchema, identitySchema, servicesSchema, siteSchema } from '#model/schema.ts';
import { findImpossibleContacts } from '../doctor/checks/identity.ts';
import {
  companyOf,
  currentRole,
  earlierRoles,
  positionForm,
  readPosition,
  writeCareer,
} from './career.ts';
import { type Draft, startDraft } from './draft.ts';
import { setVariable } from './env-file.ts';
import { hostOf, slug } from './slug.ts';
import type { Path } from './typescript-source.ts';

/** Takes away what may be missing. */
export const nothing = '-';

/** By the names of the questions; what is missing stays. */
export type Answers = Readonly<Record<string, readonly string[]>>;

export interface Question {
  /** Also the option of the command. */
  name: string;
  ask: string;
  /** How an answer is written, where the question does not say it. */
  form?: string;
  /** What stands there now, as an answer. One answer for each entry of a list. */
  present: readonly string[];
  isList?: true;
  isOptional?: true;
  /** Is not shown. */
  isSecret?: true;
  /** Whether earlier answers leave it open. */
  isOpen?: (answers: Answers) => boolean;
  /** What it is likely to be, where nothing stands yet. */
  suggest?: (answers: Answers) => string;
  /** What is wrong with an answer, after those before it, such as `must not be empty`. */
  findMistake: (answer: string, before: Answers) => string | null;
  /** Called with answers that differ from what stands there. */
  write?: (draft: Draft, answers: readonly string[]) => void;
}

type Schema = {
  safeParse: (value: unknown) => { error?: { issues: { message: string }[] }; data?: unknown };
};

const mistakeBy = (schema: Schema, value: unknown): string | null =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;

interface Field {
  name: string;
  ask: string;
  form?: string;
  file: string;
  path: Path;
  schema: Schema;
  present: string;
  /** An answer as it is kept. */
  normalize?: (answer: string) => string;
  findOtherMistake?: (value: string) => string | null;
}

/** A text of `content/`. */
const field = ({
  file,
  path,
  schema,
  present,
  normalize = (answer) => answer.trim(),
  findOtherMistake = () => null,
  ...asked
}: Field): Question => ({
  ...asked,
  present: [present],
  findMistake: (answer) => {
    const value = normalize(answer);
    return mistakeBy(schema, value) ?? findOtherMistake(value);
  },
  write: (draft, [answer = '']) => draft.set(file, path, normalize(answer)),
});

const identityFile = 'content/identity.ts';
const ofIdentity = (
  name: 'person' | 'firm' | 'jobTitle' | 'email' | 'phone' | 'country' | 'answerWithin',
  asked: Pick<Field, 'name' | 'ask' | 'form' | 'normalize' | 'findOtherMistake'>,
): Question =>
  field({
    ...asked,
    file: identityFile,
    path: [name],
    schema: identitySchema.shape[name],
    present: identity[name],
  });

const findImpossible =
  (contact: 'email' | 'phone') =>
  (value: string): string | null => {
    const content = { identity: { ...identity, [contact]: value } };
    const found = [...findImpossibleContacts({ content })].find(
      (finding) => finding.field === contact,
    );
    return found ? `is impossible: ${found.message} ${found.fix}` : null;
  };

const office = identitySchema.shape.office.shape;

const region: Question = {
  name: 'region',
  ask: 'State or region of your office',
  present: identity.office.region ? [identity.office.region] : [],
  isOptional: true,
  findMistake: (answer) => mistakeBy(office.region, answer),
  write: (draft, [answer]) => draft.setOptional(identityFile, ['office', 'region'], answer?.trim()),
};

const incidentHours: Question = {
  name: 'incident-hours',
  ask: 'When those under attack can call you',
  form: 'such as weekdays, 7 a.m. to 7 p.m. Pacific time',
  present: identity.incidentHours ? [identity.incidentHours] : [],
  isOptional: true,
  findMistake: (answer) => mistakeBy(identitySchema.shape.incidentHours, answer),
  write: (draft, [answer]) => draft.setOptional(identityFile, ['incidentHours'], answer?.trim()),
};

const sentencesOf = (answer: string): string[] => answer.split(' / ').map((line) => line.trim());

const headline: Question = {
  name: 'headline',
  ask: 'Headline',
  form: 'a slash with blanks around it begins a line: First line / Second line',
  present: [hero.headline.join(' / ')],
  findMistake: (answer) => mistakeBy(heroSchema.shape.headline, sentencesOf(answer)),
  write: (draft, [answer = '']) => {
    const items = sentencesOf(answer).map((line) => {
      const index = hero.headline.indexOf(line);
      return index < 0 ? line : index;
    });
    draft.setItems('content/hero.ts', ['headline'], items);
  },
};

const serviceTitles = services.items.map(({ id, title }, index) =>
  field({
    name: `service-${id}`,
    ask: `Title of the service ${id}`,
    file: 'content/services.ts',
    path: ['items', index, 'title'],
    schema: servicesSchema.shape.items.element.shape.title,
    present: title,
  }),
);

/** By the end of the host’s name. */
const networks: Readonly<Record<string, string>> = {
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
  'twitter.com': 'Twitter',
  'github.com': 'GitHub',
  'bsky.app': 'Bluesky',
  'youtube.com': 'YouTube',
  'medium.com': 'Medium',
  'substack.com': 'Substack',
};

const socialLink = (url: string) => {
  const host = hostOf(url);
  const known = Object.entries(networks).find(([end]) => `.${host}`.endsWith(`.${end}`))?.[1];
  const label = known ?? host;
  return { id: slug(label), label, url };
};

const socialLinks = identitySchema.shape.socialLinks;

const social: Question = {
  name: 'social',
  ask: 'Address of your profile on LinkedIn or another network',
  present: identity.socialLinks.map(({ url }) => url),
  isList: true,
  findMistake: (answer) => mistakeBy(socialLinks.element.shape.url, answer),
  write: (draft, answers) => {
    const ids: string[] = [];
    const items = answers.map((url) => {
      const index = identity.socialLinks.findIndex((link) => link.url === url);
      const link = identity.socialLinks[index] ?? socialLink(url);
      const same = ids.filter((id) => id === link.id).length;
      ids.push(link.id);
      return index < 0 ? { ...link, id: same > 0 ? `${link.id}-${same + 1}` : link.id } : index;
    });
    draft.setItems(identityFile, ['socialLinks'], items);
  },
};

const findYearMistake = (answer: string): string | null =>
  /^\d{4}$/.test(answer.trim()) &&
  Number(answer) >= 1950 &&
  Number(answer) <= new Date().getFullYear()
    ? null
    : `must be a year between 1950 and ${new Date().getFullYear()}`;

/** `writeCareer` writes both, with the firm. */
const career: Question[] = [
  ...(currentRole
    ? [
        {
          name: 'since',
          ask: 'Year in which you began with your own firm',
          present: [String(currentRole.from)],
          findMistake: findYearMistake,
        },
      ]
    : []),
  {
    name: 'position',
    ask: 'Earlier position',
    form: positionForm,
    present: earlierRoles.map(({ company }) => company),
    isList: true,
    findMistake: (answer, { firm = [identity.firm], position = [] }) => {
      const read = readPosition(answer);
      if (typeof read === 'string') return read;
      const { company } = read.role;
      const isTaken = [...firm, ...position.map(companyOf)].includes(company);
      return isTaken ? `names ${company} again; one entry is for one firm` : null;
    },
  },
];

/** Facts in the legal texts; who has rewritten the sentence is not asked. */
const passages = [
  {
    name: 'law',
    ask: 'Whose law governs your contracts',
    form: 'such as Sweden, or the State of Oregon, United States',
    file: 'content/terms.md',
    words: /(?<=governed by the law of )(.+?)(?=, without its conflict-of-law rules)/,
  },
  {
    name: 'courts',
    ask: 'Whose courts decide',
    form: 'such as Malmö, or King County, Washington',
    file: 'content/terms.md',
    words: /(?<=The courts of )(.+?),?(?= have (?:exclusive )?jurisdiction)/,
    inSentence: (answer: string) => (answer.includes(',') ? `${answer},` : answer),
  },
  {
    name: 'works-from',
    ask: 'Country you work from, in words',
    form: 'such as Sweden, or the United States',
    file: 'content/privacy.md',
    words: /(?<=We work from )(.+?)(?=\. If you write from elsewhere)/,
  },
].flatMap(({ words, file, inSentence = (answer) => answer, ...asked }): Question[] => {
  const present = words.exec(readFileSync(file, 'utf8'))?.[1];
  if (!present) return [];
  const question: Question = {
    ...asked,
    present: [present],
    findMistake: (answer) =>
      /^[^\n{}]*\S[^\n{}]*$/.test(answer) ? null : 'must be words on one line, without braces',
    write: (draft, [answer = '']) =>
      draft.edit(file, (text) => text.replace(words, () => inSentence(answer.trim()))),
  };
  return [question];
});

const envFile = '.env';
const readEnvFile = () => (existsSync(envFile) ? parseEnvFile(readFileSync(envFile, 'utf8')) : {});
const environment: Environment = readEnvFile();

const isSet = (variable: string): boolean => Boolean(environment[variable]?.trim());

const ofEnvironment = (
  variable: 'SITE_URL' | 'INBOX_TO' | 'PUBLIC_BOOKING_URL' | 'SMTP_URL',
  asked: Omit<Question, 'present' | 'findMistake'>,
): Question => ({
  present: isSet(variable) ? [environment[variable] ?? ''] : [],
  findMistake: (answer) => {
    const [reader] = variables[variable].readBy;
    const found = findMistakes(reader, { [variable]: answer });
    const mistake = found.find(({ field: name }) => name === variable);
    return mistake?.message.slice(variable.length + 1) ?? null;
  },
  write: (draft, [answer = '']) =>
    draft.edit(envFile, (text) => setVariable(text, variable, answer.trim())),
  ...asked,
});

const sendsMail = (answers: Answers): boolean =>
  isSet('RESEND_API_KEY') || (answers['smtp-url']?.length ?? Number(isSet('SMTP_URL'))) > 0;

/** In the order in which they are asked. */
export const questions: readonly Question[] = [
  ofIdentity('person', { name: 'person', ask: 'Your name' }),
  ofIdentity('firm', { name: 'firm', ask: 'Name of your firm' }),
  ofIdentity('jobTitle', { name: 'job-title', ask: 'What you are, in a few words' }),
  ofIdentity('email', {
    name: 'email',
    ask: 'Email address for visitors',
    findOtherMistake: findImpossible('email'),
  }),
  ofIdentity('phone', {
    name: 'phone',
    ask: 'Phone number with the country code',
    form: 'such as +1 206 555 0142',
    normalize: (answer) =>
      parsePhoneNumberFromString(answer)?.formatInternational() ?? answer.replace(/[().-]/g, ''),
    findOtherMistake: findImpossible('phone'),
  }),
  field({
    name: 'city',
    ask: 'City of your office',
    file: identityFile,
    path: ['office', 'city'],
    schema: office.city,
    present: identity.office.city,
  }),
  region,
  ofIdentity('country', {
    name: 'country',
    ask: 'Country, as a two-letter code',
    normalize: (answer) => answer.trim().toUpperCase(),
  }),
  field({
    name: 'time-zone',
    ask: 'Time zone',
    form: 'such as Europe/Stockholm',
    file: 'content/site.ts',
    path: ['timeZone'],
    schema: siteSchema.shape.timeZone,
    present: site.timeZone,
  }),
  ofIdentity('answerWithin', {
    name: 'answer-within',
    ask: 'How soon you answer',
    form: 'such as 24 hours, or two working days',
  }),
  incidentHours,
  headline,
  ...serviceTitles,
  social,
  ...career,
  ...passages,
  ofEnvironment('SITE_URL', {
    name: 'site-url',
    ask: 'Address of the site',
    form: 'such as https://firm.com',
    isOptional: true,
  }),
  ofEnvironment('PUBLIC_BOOKING_URL', {
    name: 'booking-url',
    ask: 'Address of your booking page',
    form: 'such as a Calendly or Cal.com link; without one the site has its own',
    isOptional: true,
  }),
  ofEnvironment('SMTP_URL', {
    name: 'smtp-url',
    ask: 'Mail server that sends you what visitors write',
    form: 'smtps://user:password@host:465; without one it is only kept in the inbox',
    isOptional: true,
    isSecret: true,
    isOpen: () => !isSet('RESEND_API_KEY'),
    write: (draft, [answer = '']) =>
      draft.edit(envFile, (text) => {
        const edited = setVariable(text, 'SMTP_URL', answer.trim());
        // A recipient without a server is a mistake.
        return answer || isSet('RESEND_API_KEY') ? edited : setVariable(edited, 'INBOX_TO', '');
      }),
  }),
  ofEnvironment('INBOX_TO', {
    name: 'inbox-to',
    ask: 'Address that it is mailed to',
    isOpen: sendsMail,
    suggest: ({ email: [email] = [identity.email] }) => email ?? '',
  }),
];

/** What is wrong with answers that are right one by one. */
export const findConflicts = (answers: Answers): string[] => {
  const [firm = identity.firm] = answers.firm ?? [];
  const positions = answers.position ?? earlierRoles.map(({ company }) => company);
  const isAboutMail = answers['smtp-url'] !== undefined || answers['inbox-to'] !== undefined;
  const hasRecipient = (answers['inbox-to']?.length ?? Number(isSet('INBOX_TO'))) > 0;
  return [
    ...(positions.some((position) => companyOf(position) === firm.trim())
      ? [`--firm is ${firm}, and so is an earlier position`]
      : []),
    ...(answers['inbox-to'] && !sendsMail(answers)
      ? ['--inbox-to needs what sends the mail: --smtp-url, or RESEND_API_KEY in .env']
      : []),
    ...(isAboutMail && sendsMail(answers) && !hasRecipient
      ? ['--smtp-url needs a recipient: --inbox-to']
      : []),
  ];
};

/**
 * Writes all answers, or none. `files` have changed; `claims` named a position that is gone.
 * @throws Error that names file and line of what cannot be changed
 */
export const apply = (answers: Answers): { files: string[]; claims: string[] } => {
  const draft = startDraft();
  for (const { name, present, write } of questions) {
    const given = answers[name];
    if (given && write && !isDeepStrictEqual(given, present)) write(draft, given);
  }
  const positions = answers.position ?? earlierRoles.map(({ company }) => company);
  const [since] = answers.since ?? [];
  const claims = writeCareer(draft, {
    firm: answers.firm?.[0]?.trim() ?? identity.firm,
    since: since === undefined ? null : Number(since),
    positions: positions.map(readPosition).filter((position) => typeof position !== 'string'),
  });
  return { files: draft.write(), claims };
};

/** Variables of `.env` whose value in the environment is another. */
export const findHidden = (): string[] =>
  Object.entries(readEnvFile())
    .filter(([name, value]) => process.env[name] !== undefined && process.env[name] !== value)
    .map(([name]) => name);
