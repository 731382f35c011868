import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parse as parseHost } from 'tldts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { findMistakes, variables } from '#hosting/variables.ts';
import { weekdays } from '#model/vocabulary.ts';
import {
  expertiseFile,
  findCurrent,
  positionForm,
  type Role,
  readPosition,
  timelineOf,
  writeCareer,
  writePosition,
} from './career.ts';
import { type Draft, type Path, startDraft } from './draft.ts';
import { setVariable } from './env-file.ts';
import {
  type Answers,
  findMistakeOf,
  judgeIn,
  type Kind,
  linesKind,
  listKind,
  numberKind,
  type Question,
  textKind,
  yesOrNo,
} from './question.ts';
import { askServices, writeServices } from './services.ts';
import { hostOf, slug } from './slug.ts';

const identityFile = 'content/identity.yaml';
const siteFile = 'content/site.yaml';
const heroFile = 'content/hero.yaml';
const availabilityFile = 'content/availability.yaml';
const envFile = '.env';

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

type Link = { id: string; label: string; url: string };

/** Returns links with an id each; known ones as they are. */
const socialLinks = (known: readonly Link[], urls: readonly string[]): Link[] => {
  const links: Link[] = [];
  for (const url of urls) {
    const host = URL.canParse(url) ? hostOf(url) : url;
    const label = Object.entries(networks).find(([end]) => `.${host}`.endsWith(`.${end}`))?.[1];
    const link = known.find((each) => each.url === url) ?? {
      id: slug(label ?? host),
      label: label ?? host,
      url,
    };
    const same = links.filter(({ id }) => id === link.id).length;
    links.push(same > 0 ? { ...link, id: `${link.id}-${same + 1}` } : link);
  }
  return links;
};

/** `09:00–12:00` of `9:00 - 12:00`. */
const hours: Kind = {
  ...listKind('such as 09:00–12:00, 13:00–17:00', ',', ', '),
  read: (answer) =>
    answer.split(',').map((part) =>
      part
        .replace(/\s/g, '')
        .replace('-', '–')
        .replace(/\b(?=\d:)/g, '0'),
    ),
};

/** Of a calendar that has none yet. */
const newAvailability = (timeZone: unknown) => ({
  timeZone,
  weeklyHours: {},
  step: 30,
  buffers: { before: 5, after: 10 },
  shortestNotice: 24,
  horizon: 42,
  mostPerDay: 3,
  daysOff: [],
});

const findImpossiblePhone = (phone: string): string | null =>
  parsePhoneNumberFromString(phone)?.isValid()
    ? null
    : 'phone is not a valid phone number in any country';

const findImpossibleEmail = (email: string): string | null => {
  const { domain, isIcann, publicSuffix } = parseHost(email.slice(email.lastIndexOf('@') + 1));
  return domain && isIcann ? null : `email ends with .${publicSuffix}, which no address does`;
};

const positions = 20;
const optional = () => true;
const isGroup = (value: unknown) => typeof value === 'object' && value !== null;

interface Field extends Pick<Question, 'name' | 'ask' | 'form' | 'isOpen' | 'suggest'> {
  at: readonly [file: string, ...path: Path];
  kind?: Kind;
  isOptional?: true;
  /** What is written for no answer; undefined takes the field out. */
  none?: unknown;
  findOther?: (answer: string) => string | null;
  prepare?: (draft: Draft) => void;
}

/**
 * Returns all questions in their order, and what writes their answers.
 * @param root folder of the project
 */
export const readQuestions = (root: string) => {
  const draft = startDraft(root);
  const judge = judgeIn(root);
  const timeline = timelineOf(draft);
  const current = findCurrent(draft);
  const own = timeline[current];
  let environment: Record<string, string | undefined> = {};
  draft.edit(envFile, (text) => {
    environment = parseEnvFile(text);
    return text;
  });

  const field = ({ at: [file, ...path], kind = textKind, ...asked }: Field): Question => {
    const { form = kind.form, isOptional, none, findOther, prepare, ...others } = asked;
    return {
      ...others,
      ...(form && { form }),
      ...(isOptional && { isOptional: optional }),
      present: kind.show(draft.get(file, path)),
      findMistake: (answer) =>
        findMistakeOf(kind, answer, (value) => judge(file, path, value, prepare)) ??
        findOther?.(answer) ??
        null,
      normalize: (answer) => kind.show(kind.read(answer)),
      write: (changed, answer) => changed.set(file, path, answer === '' ? none : kind.read(answer)),
    };
  };

  const links = (draft.get(identityFile, ['socialLinks']) ?? []) as Link[];
  const timeZone = draft.get(siteFile, ['timeZone']);
  const prepareHours = (changed: Draft) => {
    if (isGroup(changed.get(availabilityFile, []))) return;
    changed.set(availabilityFile, [], newAvailability(changed.get(siteFile, ['timeZone'])));
  };
  const books = (answers: Answers) =>
    (answers.get('booking') ?? yesOrNo.show(draft.get(siteFile, ['booking']))) === 'yes';

  const ofOwnRole = (key: 'from' | 'role' | 'text', asked: Omit<Field, 'at'>): Question => ({
    ...field({ at: [expertiseFile, 'timeline', own ? current : timeline.length, key], ...asked }),
    ...(key === 'from'
      ? { isOptional: () => !own }
      : { isOpen: (answers) => Boolean(own || answers.get('since')) }),
    write: () => {},
  });

  const position = (index: number): Question => {
    const old = index < timeline.length ? timeline[index] : undefined;
    const name = `position-${index + 1}`;
    return {
      name,
      ask: old ? `Your position at ${old.company}` : 'Another position; Enter goes on without one',
      form: positionForm,
      present: old ? writePosition(draft, old) : '',
      isOptional: optional,
      isOpen: (answers) =>
        old !== undefined || index === timeline.length || Boolean(answers.get(`position-${index}`)),
      findMistake: (answer, answers) => {
        const read = readPosition(answer);
        if (typeof read === 'string') return `the position ${read}`;
        const { company } = read.role;
        const others = Array.from({ length: positions }, (_, other) => {
          if (other === index) return '';
          if (other === current) return answers.get('firm') ?? own?.company;
          return (
            answers
              .get(`position-${other + 1}`)
              ?.split('|')[0]
              ?.trim() ?? timeline[other]?.company
          );
        });
        return others.includes(company)
          ? `the position is at ${company}, and so is another; each company has one`
          : null;
      },
    };
  };

  const ofEnvironment = (
    variable: 'SITE_URL' | 'INBOX_TO' | 'PUBLIC_BOOKING_URL' | 'SMTP_URL',
    asked: Omit<Question, 'present' | 'findMistake'>,
  ): Question => ({
    present: environment[variable]?.trim() ?? '',
    findMistake: (answer) => {
      const [reader] = variables[variable].readBy;
      const found = findMistakes(reader, { [variable]: answer });
      return found.find(({ field: name }) => name === variable)?.message ?? null;
    },
    write: (changed, answer) =>
      changed.edit(envFile, (text) => setVariable(text, variable, answer)),
    ...asked,
  });
  const hasResend = Boolean(environment.RESEND_API_KEY?.trim());
  const sendsMail = (answers: Answers) =>
    hasResend || Boolean(answers.get('smtp-url') ?? environment.SMTP_URL?.trim());

  const questions: readonly Question[] = [
    field({ name: 'firm', ask: 'Name of your firm', at: [identityFile, 'firm'] }),
    field({ name: 'person', ask: 'Your name', at: [identityFile, 'person'] }),
    field({
      name: 'job-title',
      ask: 'What you are, in a few words',
      at: [identityFile, 'jobTitle'],
    }),
    field({
      name: 'email',
      ask: 'Email address for visitors',
      at: [identityFile, 'email'],
      findOther: findImpossibleEmail,
    }),
    field({
      name: 'phone',
      ask: 'Phone number with the country code',
      form: 'such as +1 206 555 0142',
      at: [identityFile, 'phone'],
      kind: {
        ...textKind,
        read: (answer) =>
          parsePhoneNumberFromString(answer)?.formatInternational() ??
          answer.replace(/[().-]/g, ''),
      },
      findOther: findImpossiblePhone,
    }),
    field({ name: 'city', ask: 'City of your office', at: [identityFile, 'office', 'city'] }),
    field({
      name: 'region',
      ask: 'State or region of your office',
      at: [identityFile, 'office', 'region'],
      isOptional: true,
    }),
    field({
      name: 'country',
      ask: 'Country of your office, as a code of two letters',
      at: [identityFile, 'country'],
      kind: { ...textKind, read: (answer) => answer.toUpperCase() },
    }),
    field({
      name: 'answer-within',
      ask: 'How soon you answer',
      form: 'such as 24 hours or two working days',
      at: [identityFile, 'answerWithin'],
    }),
    field({
      name: 'incident-hours',
      ask: 'When clients can call you in an emergency',
      form: 'such as weekdays, 7 a.m. to 7 p.m. Pacific time',
      at: [identityFile, 'incidentHours'],
      isOptional: true,
    }),
    field({
      name: 'language',
      ask: 'Language of the site, as a code',
      form: 'such as en-US, de or pt',
      at: [siteFile, 'language'],
    }),
    field({
      name: 'currency',
      ask: 'Currency of your prices, as a code of three letters',
      at: [siteFile, 'currency'],
      kind: { ...textKind, read: (answer) => answer.toUpperCase() },
    }),
    {
      ...field({
        name: 'time-zone',
        ask: 'Time zone',
        form: 'such as Europe/Stockholm',
        at: [siteFile, 'timeZone'],
      }),
      write: (changed, answer) => {
        changed.set(siteFile, ['timeZone'], answer);
        // Another one there is the owner's choice.
        if (changed.get(availabilityFile, ['timeZone']) === timeZone) {
          changed.set(availabilityFile, ['timeZone'], answer);
        }
      },
    },
    field({
      name: 'booking',
      ask: 'Visitors book a first conversation on the site',
      at: [siteFile, 'booking'],
      kind: yesOrNo,
    }),
    ...weekdays.map((day) => ({
      ...field({
        name: day,
        ask: `Times they can book on a ${day.replace(/^./, (letter) => letter.toUpperCase())}`,
        at: [availabilityFile, 'weeklyHours', day],
        kind: hours,
        isOptional: true,
        isOpen: books,
        prepare: prepareHours,
      }),
      write: (changed: Draft, answer: string) => {
        if (answer) prepareHours(changed);
        changed.set(
          availabilityFile,
          ['weeklyHours', day],
          answer ? hours.read(answer) : undefined,
        );
      },
    })),
    field({
      name: 'headline',
      ask: 'Headline',
      at: [heroFile, 'headline'],
      kind: linesKind,
    }),
    field({
      name: 'lede',
      ask: 'What you do for whom, below the headline',
      at: [heroFile, 'lede'],
    }),
    ...askServices(draft, judge),
    field({
      name: 'services-heading',
      ask: 'Heading above your services',
      at: ['content/services.yaml', 'heading'],
    }),
    field({
      name: 'services-intro',
      ask: 'Sentence below that heading',
      at: ['content/services.yaml', 'intro'],
    }),
    ofOwnRole('from', {
      name: 'since',
      ask: 'Year in which you began with your own firm',
      kind: numberKind,
      findOther: (answer) =>
        Number(answer) > new Date().getFullYear() ? 'the year must not be in the future' : null,
    }),
    ofOwnRole('role', {
      name: 'own-role',
      ask: 'What you are there, in your career',
      suggest: (answers) =>
        answers.get('job-title') ?? String(draft.get(identityFile, ['jobTitle'])),
    }),
    ofOwnRole('text', { name: 'own-text', ask: 'What you do there, in a sentence' }),
    ...Array.from({ length: positions }, (_, index) => index)
      .filter((index) => index !== current)
      .map(position),
    field({
      name: 'social',
      ask: 'Addresses of your profiles, such as on LinkedIn',
      at: [identityFile, 'socialLinks'],
      kind: {
        form: 'with blanks between',
        read: (answer) => socialLinks(links, answer.split(/[\s,]+/)),
        show: (value) => (value as Link[] | undefined)?.map(({ url }) => url).join(' ') ?? '',
      },
      isOptional: true,
      none: [],
    }),
    field({
      name: 'home-title',
      ask: 'Title of the home page, beside the name of the firm',
      at: [siteFile, 'pages', 'home', 'title'],
    }),
    field({
      name: 'home-description',
      ask: 'Description of the home page, for search engines',
      at: [siteFile, 'pages', 'home', 'description'],
    }),
    field({
      name: 'newsletter',
      ask: 'Visitors can subscribe to a newsletter',
      at: [siteFile, 'newsletter'],
      kind: yesOrNo,
    }),
    ofEnvironment('SITE_URL', {
      name: 'site-url',
      ask: 'Address of the site',
      form: 'such as https://firm.com',
      isOptional: optional,
    }),
    ofEnvironment('PUBLIC_BOOKING_URL', {
      name: 'booking-url',
      ask: 'Address of a booking page that you have elsewhere, such as Calendly',
      isOptional: optional,
      isOpen: books,
    }),
    ofEnvironment('SMTP_URL', {
      name: 'smtp-url',
      ask: 'Mail server that sends you what visitors write',
      form: 'smtps://user:password@host:465; without one it is only kept in the inbox',
      isOptional: optional,
      isSecret: true,
      isOpen: () => !hasResend,
      write: (changed, answer) =>
        changed.edit(envFile, (text) => {
          const edited = setVariable(text, 'SMTP_URL', answer);
          // A recipient without a server is a mistake.
          return answer ? edited : setVariable(edited, 'INBOX_TO', '');
        }),
    }),
    ofEnvironment('INBOX_TO', {
      name: 'inbox-to',
      ask: 'Address that it is mailed to',
      isOpen: sendsMail,
      suggest: (answers) => answers.get('email') ?? String(draft.get(identityFile, ['email'])),
    }),
  ];

  /** Returns a draft with the answers, and the claims whose role is gone. */
  const apply = (given: Answers): { draft: Draft; claims: string[] } => {
    const changed = startDraft(root);
    const open = questions.filter(({ isOpen }) => isOpen?.(given) ?? true);
    const answers = new Map(open.map((each) => [each.name, answerTo(each, given)]));
    const answerOf = (name: string) => answers.get(name) ?? '';

    const since = answerOf('since');
    const role: Role | null = since
      ? {
          ...(own ?? { to: null }),
          from: Number(since),
          role: answerOf('own-role'),
          company: answerOf('firm'),
          text: answerOf('own-text'),
        }
      : null;
    const asked = open.filter(({ name }) => name.startsWith('position-'));
    const changedPositions = asked.filter(({ name, present }) => answerOf(name) !== present);
    const placeOf = ({ name }: Question) => Number(name.slice('position-'.length)) - 1;
    const claims = writeCareer(changed, {
      current: isDeepStrictEqual(role, own) ? null : role,
      earlier: new Map(
        changedPositions
          .filter((each) => placeOf(each) < timeline.length)
          .map((each) => [placeOf(each), answerOf(each.name) || null]),
      ),
      added: changedPositions
        .filter((each) => placeOf(each) >= timeline.length)
        .map(({ name }) => answerOf(name)),
    });
    for (const { name, present, write } of open) {
      if (answerOf(name) !== present) write?.(changed, answerOf(name));
    }
    const week = changed.get(availabilityFile, ['weeklyHours']);
    if (isGroup(week) && Object.values(Object(week)).flat().length === 0) {
      changed.set(availabilityFile, [], null);
    }
    writeServices(changed, answers);
    return { draft: changed, claims };
  };

  return { draft, questions, apply };
};

/** Returns what counts as the answer: the given one, what is there, or what is suggested. */
export const answerTo = ({ name, present, suggest }: Question, answers: Answers): string =>
  answers.get(name) ?? (present || (suggest?.(answers) ?? ''));

/** Returns the variables of `.env` whose value in the environment is another. */
export const findHidden = (root: string): string[] => {
  const path = join(root, envFile);
  const set = existsSync(path) ? parseEnvFile(readFileSync(path, 'utf8')) : {};
  return Object.keys(set).filter(
    (name) => process.env[name] !== undefined && process.env[name] !== set[name],
  );
};
