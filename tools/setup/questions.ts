import { isDeepStrictEqual } from 'node:util';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parse as parseHost } from 'tldts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { findMistakes, variables } from '#hosting/variables.ts';
import { weekdays } from '#model/vocabulary.ts';
import { findImpossibleContacts } from '../doctor/checks/content.ts';
import type { Project } from '../doctor/project.ts';
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
import { freeId, hostOf, slug } from './slug.ts';

const identityFile = 'content/identity.yaml';
const siteFile = 'content/site.yaml';
const heroFile = 'content/hero.yaml';
const availabilityFile = 'content/availability.yaml';
const envFile = '.env';

/** Others are called by their host. */
const networks = ['LinkedIn', 'X', 'Twitter', 'GitHub', 'YouTube', 'Medium', 'Substack'];

type Link = { id: string; label: string; url: string };

/** Returns links with an id each; known ones as they are. */
const socialLinks = (known: readonly Link[], urls: readonly string[]): Link[] => {
  const ids = new Set<string>();
  return urls.map((url) => {
    const host = URL.canParse(url) ? hostOf(url) : url;
    const { domainWithoutSuffix: name } = parseHost(host);
    const label = networks.find((each) => each.toLowerCase() === name) ?? host;
    const link = known.find((each) => each.url === url) ?? { id: slug(label), label, url };
    const id = freeId(link.id, ids);
    return { ...link, id };
  });
};

/** `09:00–12:00` of `9:00 - 12:00`. */
const hours: Kind = {
  ...listKind('such as 09:00–12:00, 13:00–17:00', ',', ', '),
  read: (answer) =>
    answer
      .replace(/\s/g, '')
      .replaceAll('-', '–')
      .replace(/\b(?=\d:)/g, '0')
      .split(','),
};

/** Of a calendar that has none yet. */
export const newAvailability = (timeZone: unknown) => ({
  timeZone,
  weeklyHours: {},
  step: 30,
  buffers: { before: 5, after: 10 },
  shortestNotice: 24,
  horizon: 42,
  mostPerDay: 3,
  daysOff: [],
});

/** Finds an email or phone number that cannot exist, as the doctor does. */
const findImpossible = (contact: { email?: string; phone?: string }): string | null => {
  const identity = { email: '', phone: '', ...contact };
  const [finding] = findImpossibleContacts({ content: { identity } } as Project);
  return finding ? `${finding.message} ${finding.fix.replace(/\.$/, '')}` : null;
};

const positions = 20;
const optional = () => true;
const isGroup = (value: unknown) => typeof value === 'object' && value !== null;

type At = readonly [file: string, ...path: Path];

interface More extends Partial<Pick<Question, 'form' | 'isOpen' | 'suggest'>> {
  kind?: Kind;
  isOptional?: true;
  /** What is written for no answer; undefined takes the field out. */
  none?: unknown;
  findOther?: (answer: string) => string | null;
  /** Makes what the field is in. */
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
  const place = findCurrent(draft);
  const own = timeline[place];
  const environment = parseEnvFile(draft.read(envFile));

  const field = (name: string, ask: string, [file, ...path]: At, more: More = {}): Question => {
    const {
      kind = textKind,
      form = kind.form,
      isOptional,
      none,
      findOther,
      prepare,
      ...others
    } = more;
    return {
      name,
      ask,
      ...others,
      ...(form && { form }),
      ...(isOptional && { isOptional: optional }),
      present: kind.show(draft.get(file, path)),
      findMistake: (answer) =>
        findMistakeOf(kind, answer, (value) => judge(file, path, value, prepare)) ??
        findOther?.(answer) ??
        null,
      normalize: (answer) => kind.show(kind.read(answer)),
      write: (changed, answer) => {
        prepare?.(changed);
        changed.set(file, path, answer === '' ? none : kind.read(answer));
      },
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

  const ofOwnRole = (
    name: string,
    ask: string,
    key: 'from' | 'role' | 'text',
    more: More = {},
  ) => ({
    isOpen: (answers: Answers) => key === 'from' || Boolean(own || answers.get('since')),
    ...field(name, ask, [expertiseFile, 'timeline', own ? place : timeline.length, key], more),
    isOptional: () => key === 'from' && !own,
    // All of the career is written at once.
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
          if (other === place) return answers.get('firm') ?? own?.company;
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
    name: string,
    ask: string,
    variable: 'SITE_URL' | 'INBOX_TO' | 'PUBLIC_BOOKING_URL' | 'SMTP_URL',
    more: Partial<Question> = {},
  ): Question => ({
    name,
    ask,
    present: environment[variable]?.trim() ?? '',
    isOptional: optional,
    findMistake: (answer) => {
      const found = findMistakes(variables[variable].readBy[0], { [variable]: answer });
      return found.find(({ field: about }) => about === variable)?.message ?? null;
    },
    write: (changed, answer) =>
      changed.edit(envFile, (text) => setVariable(text, variable, answer)),
    ...more,
  });
  const hasResend = Boolean(environment.RESEND_API_KEY?.trim());
  const sendsMail = (answers: Answers) =>
    hasResend || Boolean(answers.get('smtp-url') ?? environment.SMTP_URL?.trim());

  const upperCase: Kind = { ...textKind, read: (answer) => answer.toUpperCase() };
  const phone: Kind = {
    ...textKind,
    read: (answer) =>
      parsePhoneNumberFromString(answer)?.formatInternational() ?? answer.replace(/[().-]/g, ''),
  };
  const social: Kind = {
    form: 'with blanks between',
    read: (answer) => socialLinks(links, answer.split(/[\s,]+/)),
    show: (value) => (value as Link[] | undefined)?.map(({ url }) => url).join(' ') ?? '',
  };
  const timeZoneField = field('time-zone', 'Time zone', [siteFile, 'timeZone'], {
    form: 'such as Europe/Stockholm',
  });
  const servicesFile = 'content/services.yaml';

  const questions: readonly Question[] = [
    field('firm', 'Name of your firm', [identityFile, 'firm']),
    field('person', 'Your name', [identityFile, 'person']),
    field('job-title', 'What you are, in a few words', [identityFile, 'jobTitle']),
    field('email', 'Email address for visitors', [identityFile, 'email'], {
      findOther: (email) => findImpossible({ email }),
    }),
    field('phone', 'Phone number with the country code', [identityFile, 'phone'], {
      form: 'such as +1 206 555 0142',
      kind: phone,
      findOther: (answer) => findImpossible({ phone: String(phone.read(answer)) }),
    }),
    field('city', 'City of your office', [identityFile, 'office', 'city']),
    field('region', 'State or region of your office', [identityFile, 'office', 'region'], {
      isOptional: true,
    }),
    field(
      'country',
      'Country of your office, as a code of two letters',
      [identityFile, 'country'],
      {
        kind: upperCase,
      },
    ),
    field('answer-within', 'How soon you answer', [identityFile, 'answerWithin'], {
      form: 'such as 24 hours or two working days',
    }),
    field(
      'incident-hours',
      'When clients can call you in an emergency',
      [identityFile, 'incidentHours'],
      {
        form: 'such as weekdays, 7 a.m. to 7 p.m. Pacific time',
        isOptional: true,
      },
    ),
    field('language', 'Language of the site, as a code', [siteFile, 'language'], {
      form: 'such as en-US, de or pt',
    }),
    field(
      'currency',
      'Currency of your prices, as a code of three letters',
      [siteFile, 'currency'],
      {
        kind: upperCase,
      },
    ),
    {
      ...timeZoneField,
      write: (changed, answer) => {
        timeZoneField.write?.(changed, answer);
        // Another one there is the owner's choice.
        if (changed.get(availabilityFile, ['timeZone']) === timeZone) {
          changed.set(availabilityFile, ['timeZone'], answer);
        }
      },
    },
    field('booking', 'Visitors book a first conversation on the site', [siteFile, 'booking'], {
      kind: yesOrNo,
    }),
    ...weekdays.map((day) =>
      field(
        day,
        `Times they can book on a ${day.replace(/^./, (letter) => letter.toUpperCase())}`,
        [availabilityFile, 'weeklyHours', day],
        { kind: hours, isOptional: true, isOpen: books, prepare: prepareHours },
      ),
    ),
    field('headline', 'Headline', [heroFile, 'headline'], { kind: linesKind }),
    field('lede', 'What you do for whom, below the headline', [heroFile, 'lede']),
    ...askServices(draft, judge),
    field('services-heading', 'Heading above your services', [servicesFile, 'heading']),
    field('services-intro', 'Sentence below that heading', [servicesFile, 'intro']),
    ofOwnRole('since', 'Year in which you began with your own firm', 'from', {
      kind: numberKind,
      findOther: (answer) =>
        Number(answer) > new Date().getFullYear() ? 'the year must not be in the future' : null,
    }),
    ofOwnRole('own-role', 'What you are there, in your career', 'role', {
      suggest: (answers) =>
        answers.get('job-title') ?? String(draft.get(identityFile, ['jobTitle'])),
    }),
    ofOwnRole('own-text', 'What you do there, in a sentence', 'text'),
    ...Array.from({ length: positions }, (_, index) => index)
      .filter((index) => index !== place)
      .map(position),
    field(
      'social',
      'Addresses of your profiles, such as on LinkedIn',
      [identityFile, 'socialLinks'],
      {
        kind: social,
        isOptional: true,
        none: [],
      },
    ),
    field('home-title', 'Title of the home page, beside the name of the firm', [
      siteFile,
      'pages',
      'home',
      'title',
    ]),
    field('home-description', 'Description of the home page, for search engines', [
      siteFile,
      'pages',
      'home',
      'description',
    ]),
    field('newsletter', 'Visitors can subscribe to a newsletter', [siteFile, 'newsletter'], {
      kind: yesOrNo,
    }),
    ofEnvironment('site-url', 'Address of the site', 'SITE_URL', {
      form: 'such as https://firm.com',
    }),
    ofEnvironment(
      'booking-url',
      'Address of a booking page that you have elsewhere, such as Calendly',
      'PUBLIC_BOOKING_URL',
      { isOpen: books },
    ),
    ofEnvironment('smtp-url', 'Mail server that sends you what visitors write', 'SMTP_URL', {
      form: 'smtps://user:password@host:465; without one it is only kept in the inbox',
      isSecret: true,
      isOpen: () => !hasResend,
      write: (changed, answer) =>
        changed.edit(envFile, (text) => {
          const edited = setVariable(text, 'SMTP_URL', answer);
          // A recipient without a server is a mistake.
          return answer ? edited : setVariable(edited, 'INBOX_TO', '');
        }),
    }),
    ofEnvironment('inbox-to', 'Address that it is mailed to', 'INBOX_TO', {
      isOptional: () => false,
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
    const changedPositions = open.flatMap(({ name, present }): [number, string][] => {
      const [, number] = /^position-(\d+)$/.exec(name) ?? [];
      return number && answerOf(name) !== present ? [[Number(number) - 1, answerOf(name)]] : [];
    });
    const current = isDeepStrictEqual(role, own) ? null : role;
    const claims = writeCareer(changed, { current, positions: new Map(changedPositions) });
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
export const findHidden = (root: string): string[] =>
  Object.entries(parseEnvFile(startDraft(root).read(envFile)))
    .filter(([name, value]) => process.env[name] !== undefined && process.env[name] !== value)
    .map(([name]) => name);
