import { z } from 'zod';
import { ordinal } from './plain-words.ts';
import { isTimeZone } from './time-zone.ts';
import {
  allSections,
  fieldNames,
  idPattern,
  inquiryTypes,
  otherService,
  serviceStates,
  switches,
  urgencies,
} from './vocabulary.ts';

const text = z.string().trim().min(1, 'must not be empty');
/** Not a dash or a number alone. */
const words = text.regex(/\p{L}/u, 'must contain letters');
const webAddress = z.url({
  protocol: /^https$/,
  error: 'must be a web address beginning with https://',
});

/** A file in `content/pictures/`. */
const pictureFile = (...formats: string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w-]+\\.(?:${formats.join('|')})$`),
      `must be the name of a file in content/pictures/, of letters, digits, - and _, that ends with .${formats.join(', .')}`,
    );

/** Vector drawings are no photographs, and can carry scripts. */
const photographFile = pictureFile('jpg', 'jpeg', 'png', 'webp', 'avif');
const logoFile = pictureFile('svg', 'png', 'webp');

/** A text with a number in {braces}, in each form that the language has (Unicode CLDR). */
const plural = (name: string) => {
  const form = z.string().includes(`{${name}}`, { error: `must contain {${name}}` });
  return z.strictObject({
    zero: form.optional(),
    one: form.optional(),
    two: form.optional(),
    few: form.optional(),
    many: form.optional(),
    other: form,
  });
};

const withPlaceholder = (name: string) =>
  z.string().includes(`{${name}}`, { error: `must contain {${name}}` });

const wholeMinutes = z
  .int('must be a whole number of minutes, such as 30')
  .min(5, 'must be 5 to 240 minutes')
  .max(240, 'must be 5 to 240 minutes');

const id = z
  .string()
  .max(60)
  .regex(
    idPattern,
    'must be lower-case letters and digits with single hyphens between, and begin with a letter, such as risk-strategy',
  );

/** Messages call an entry what `entry` says, with its title. */
const list = <Item extends z.ZodType>(entry: string, item: Item, least: number, most: number) => {
  const error = `must have ${least === 0 ? 'at most' : `${least} to`} ${most} entries`;
  return z.array(item).min(least, error).max(most, error).meta({ entry });
};

const listWithIds = <Item extends z.ZodType<{ id: string }>>(
  entry: string,
  item: Item,
  least: number,
  most: number,
) =>
  list(entry, item, least, most)
    .superRefine((items, context) => {
      const ids = items.map(({ id }) => id);
      for (const [index, id] of ids.entries()) {
        const first = ids.indexOf(id);
        if (first === index) continue;
        const message = `is “${id}”, and so is that of the ${ordinal(first)} ${entry}; each needs its own`;
        context.addIssue({ code: 'custom', path: [index, 'id'], message });
      }
    })
    .meta({ entry });

const link = z.strictObject({ id, label: text, url: webAddress });

/** Such as `24 hours` or `two working days`; a number in words is English. */
const amountOfTime = text.regex(
  /^(?:[1-9]\d*(?:[–-]\d+)?\s?|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s)\p{L}/iu,
  'must be an amount of time, such as 24 hours or two working days',
);

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Not UK for GB, and no group of countries. */
const isCountry = (code: string): boolean =>
  regions.of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
  !['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'].includes(code);
const countryMessage = 'must be a two-letter country code, such as US';

export const identitySchema = z.strictObject({
  firm: words,
  person: words,
  jobTitle: words,
  email: z.email('must be an email address'),
  phone: z
    .string()
    .regex(
      /^\+\d(?: ?\d){7,14}$/,
      'must be digits with the country code, with or without spaces, such as +12065550142 or +46 70 174 06 35',
    ),
  office: z.strictObject({ city: words, region: words.optional() }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: countryMessage, abort: true })
    .refine(isCountry, countryMessage),
  answerWithin: amountOfTime.describe('How soon a visitor has an answer, such as `24 hours`'),
  incidentHours: words
    .optional()
    .describe(
      'When those under attack can call, such as `weekdays, 8 a.m. to 6 p.m. Eastern time`',
    ),
  socialLinks: listWithIds('link', link, 0, 12),
  companyLinks: listWithIds('company', link, 0, 20),
});

export const timeZone = text.refine(
  isTimeZone,
  'must be the name of a time zone, such as America/Los_Angeles or Europe/London',
);

/** Whether a text can be the code of a language (BCP 47). */
export const isLanguage = (code: string): boolean => {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
};

const lineFor = <const State extends string>(states: readonly State[]) =>
  z.strictObject(
    Object.fromEntries(states.map((state) => [state, text])) as Record<State, typeof text>,
  );

/** The head of a page in `content/pages/`. */
export const pageSchema = z.strictObject({
  title: text,
  description: text.describe('For search engines and link previews'),
  summary: text.optional(),
  updated: z.iso.date('must be a date like 2026-11-27').optional(),
  footer: z.boolean().optional().describe('Where links to the page are'),
  navigation: z.boolean().optional(),
  /** What the text says of each service, by its state. */
  services: z
    .strictObject({
      form: lineFor(serviceStates.form),
      booking: lineFor(['own', 'tab', 'popup']),
      newsletter: lineFor(['own', 'frame', 'link']),
      analytics: lineFor(serviceStates.analytics),
      analyticsKept: lineFor(serviceStates.analyticsKept),
    })
    .partial()
    .optional(),
});

const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

const page = z.strictObject({ title: text, description: text });

export const siteSchema = z.strictObject({
  language: text.refine(
    isLanguage,
    'must be the code of a language, with or without a country, such as en-US or sv',
  ),
  currency: z.string().refine(isCurrency, 'must be the code of a currency, such as USD or SEK'),
  /** The sections of the home page, in their order. */
  sections: z
    .array(z.enum(allSections))
    .min(1, 'must have at least 1 entry')
    .superRefine((ids, context) => {
      for (const [index, id] of ids.entries()) {
        if (ids.indexOf(id) === index) continue;
        context.addIssue({ code: 'custom', path: [index], message: `is “${id}” a second time` });
      }
      if (ids.includes('hero')) return;
      context.addIssue({ code: 'custom', message: 'must have hero, the heading of the page' });
    }),
  /** Each is absent without a trace where it is false. */
  ...(Object.fromEntries(switches.map((name) => [name, z.boolean().default(true)])) as Record<
    (typeof switches)[number],
    z.ZodDefault<z.ZodBoolean>
  >),
  pages: z.strictObject({ home: page, received: page, notFound: page }),
  labels: z.strictObject({
    schedule: text,
    skipLink: text,
    navigation: text,
    menu: text,
    closeMenu: text,
    logo: text,
    backHome: text,
    newTab: text,
    rangeTo: text,
    lastUpdated: text,
  }),
  footer: z.strictObject({
    statement: text,
    facts: text,
    sections: text,
    contact: text,
    elsewhere: text,
    resume: text,
    email: text,
    newsletter: text,
    rights: text,
  }),
  timeZone,
  retentionYears: z.int().min(1, 'must be 1 or more'),
  analyticsMonths: z.int().min(2, 'must be 2 or more'),
  securityTxtExpires: z.iso.date('must be a date like 2027-10-31'),
  resumeFile: z.string().startsWith('/', 'must be a path on this site, beginning with /'),
  notFound: z.strictObject({ heading: text, text, suggestion: text }),
  received: z.strictObject({
    heading: text,
    text,
    unsent: z.strictObject({ heading: text, text, write: text }),
  }),
});

const titled = z.strictObject({ title: text, text });

const labelFor = <const K extends readonly string[]>(keys: K) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, text])) as Record<K[number], typeof text>,
  );

const claim = z.strictObject({
  figure: text,
  unit: text,
  text,
  measure: text.optional().describe('What was counted, and how'),
  baseline: text.optional().describe('Against what'),
  period: text.optional().describe('Over which time'),
  sideEffect: text.optional().describe('What it did to those who had done nothing wrong'),
  source: z.int(),
});

export const heroSchema = z.strictObject({
  eyebrow: text,
  headline: list('sentence', words.max(80), 1, 4).refine(
    (sentences) => sentences.join(' ').length <= 120,
    'must have at most 120 characters in all',
  ),
  lede: words.max(400),
  scheduleLabel: text,
  scheduleNote: text,
  resourcesLabel: text,
  incident: withPlaceholder('call').includes('{hours}', { error: 'must contain {hours}' }),
  claims: list('claim', claim, 0, 8),
  evidence: z.strictObject({
    summary: withPlaceholder('figure'),
    labels: labelFor(['measure', 'baseline', 'period', 'sideEffect', 'source']),
    source: text,
  }),
  tiles: list('tile', titled, 0, 8),
});

const shape = z.strictObject({ a: z.int().min(1).max(20), b: z.int().min(1).max(20) });

/** Spoken whenever it changes, which numbers would make it do at every step. */
const verdict = text.regex(
  /^[^{]*$/,
  'must have no {braces}, since it is spoken whenever it changes',
);

type Shape = z.infer<typeof shape>;

const scoresHigher = (higher: Shape, lower: Shape): boolean =>
  higher.a >= lower.a && higher.b <= lower.b && higher.a - higher.b > lower.a - lower.b;

const reading = z.strictObject({ label: text, note: text });

export const thresholdFigureSchema = z.strictObject({
  title: text,
  legitimate: text,
  fraudulent: text,
  axisLow: text,
  axisHigh: text,
  approve: text,
  decline: text,
  control: text,
  hint: text,
  readings: z.strictObject({ caught: reading, stopped: reading, cost: reading }),
  spoken: text,
  verdicts: z.strictObject({
    worseThanNothing: verdict,
    tooStrict: verdict,
    cheapest: text,
    tooLoose: verdict,
  }),
  reminder: withPlaceholder('stopped'),
  caption: text,
  assumptions: z
    .strictObject({
      ordersPerDay: z.int().positive(),
      fraudShare: z.number().gt(0).lt(1),
      lossPerFraud: z.number().positive(),
      lossPerDecline: z.number().positive(),
      legitimate: shape,
      fraudulent: shape,
      threshold: z.int().min(0).max(100),
    })
    // Otherwise the verdicts would not hold at every position of the line.
    .refine(({ legitimate, fraudulent }) => scoresHigher(fraudulent, legitimate), {
      path: ['fraudulent'],
      error:
        'must score higher than `legitimate`: its `a` no smaller, its `b` no larger, and not both the same',
    }),
});

export const servicesSchema = z.strictObject({
  label: text,
  heading: text,
  intro: text,
  labels: z.strictObject({
    duration: text,
    deliverables: text,
    discuss: text,
    book: withPlaceholder('minutes'),
    price: text,
    startingPrice: withPlaceholder('price'),
    scale: z.tuple([text, text]),
    end: text,
  }),
  items: listWithIds(
    'service',
    z.strictObject({
      id: id.refine((name) => name !== otherService, {
        error: `must not be ${otherService}, which is the form’s last choice`,
      }),
      title: words.max(80),
      duration: text,
      weeks: z
        .tuple([z.int().min(0).max(52), z.int().min(0).max(52)])
        .refine(([least, most]) => least <= most, 'must begin with the smaller number'),
      consultation: wholeMinutes.describe('In minutes; each length has a booking page'),
      /** In the site’s currency; `isStarting` when it is the lowest of several. */
      price: z
        .strictObject({
          amount: z.number().positive('must be more than 0'),
          isStarting: z.boolean().optional(),
          per: text.optional().describe('Such as `a month`'),
        })
        .optional(),
      summary: words,
      description: words,
      deliverables: list('deliverable', text, 1, 12),
      message: z.string().min(10, 'must be at least 10 characters, as the form requires'),
    }),
    1,
    8,
  ),
  approach: z.strictObject({ heading: text, steps: list('step', titled, 1, 8) }),
  /** What a client may ask of somebody who works alone: how much at a time, and who steps in. */
  capacity: list('note', titled, 0, 3).optional(),
  banner: labelFor(['heading', 'text', 'scheduleLabel', 'caseStudiesLabel', 'caseStudiesResource']),
});

export const expertiseSchema = z.strictObject({
  label: text,
  heading: text,
  intro: list('paragraph', text, 1, 4),
  values: list('value', titled, 0, 8),
  timelineHeading: text,
  currentRole: text,
  present: text,
  timeline: list(
    'role',
    z.strictObject({
      from: z.int().min(1950),
      to: z.int().nullable(),
      role: text,
      company: text,
      link: text.optional(),
      text,
    }),
    1,
    20,
  ),
  credentials: z
    .strictObject({
      heading: text,
      items: list(
        'credential',
        z.strictObject({ title: text, issuer: text, year: z.int().min(1950) }),
        0,
        12,
      ),
    })
    .optional(),
  languages: z
    .strictObject({
      heading: text,
      items: list('language', z.strictObject({ language: text, level: text }), 0, 12),
    })
    .optional(),
  panels: list('panel', titled, 0, 8),
  resumeLabel: text,
  stats: list('figure', z.strictObject({ figure: text, text }), 0, 8),
  scheduleLabel: text,
});

export const aboutSchema = z.strictObject({
  label: text,
  heading: text,
  portrait: z.strictObject({ file: photographFile, alternative: text }).optional(),
  story: list('part', titled, 1, 8),
  quote: text,
  principlesHeading: text,
  principles: list('principle', titled, 1, 8),
  scheduleLabel: text,
  learnMoreLabel: text,
  learnMoreTarget: z.string(),
});

export const caseStudiesSchema = z.strictObject({
  label: text,
  heading: text,
  intro: text,
  labels: z.strictObject({ problem: text, work: text, period: text, baseline: text }),
  items: list(
    'case',
    z.strictObject({
      title: text,
      client: text,
      problem: text,
      work: text,
      result: z.strictObject({ figure: text, measure: text, period: text, baseline: text }),
    }),
    0,
    8,
  ),
});

const permission = z.literal(true, {
  error: 'needs to be true: show what is a client’s only with the client’s leave',
});

export const clientsSchema = z.strictObject({
  label: text.optional(),
  heading: text,
  words: list(
    'client',
    z.strictObject({ text, name: text, role: text, firm: text, permission }),
    0,
    12,
  ),
  logosHeading: text,
  logos: list('logo', z.strictObject({ firm: text, file: logoFile, permission }), 0, 24),
});

const resourceSchema = z.strictObject({
  id,
  title: text,
  description: text,
  category: z.enum(['white-paper']),
  filename: text,
  path: z
    .string()
    .regex(/^\/resources\/.+\.pdf$/, 'must be the path of a PDF beginning with /resources/'),
  size: z
    .string()
    .regex(/^\d+ (KB|MB)$/, 'must be like "512 KB", or null when it is unknown')
    .nullable(),
  pages: z.int().min(0),
  downloadCount: z.int().min(0),
});

export const resourcesSchema = z.strictObject({
  label: text,
  heading: text,
  intro: text,
  labels: z.strictObject({ access: text, pages: plural('pages'), format: text }),
  catalogue: listWithIds('document', resourceSchema, 0, 12),
  categories: z.strictObject({ 'white-paper': text }),
  newsletter: z.strictObject({ heading: text, text, frameTitle: text, linkLabel: text }),
});

const contactAction = z.strictObject({ title: text, text, label: text });

export const contactSchema = z.strictObject({
  label: text,
  heading: text,
  intro: text,
  actions: z.strictObject({ schedule: contactAction, email: contactAction, call: contactAction }),
  form: z.strictObject({
    heading: text,
    note: text,
    optional: text,
    labels: labelFor(fieldNames),
    // Of an email address.
    doubt: text,
    noService: text,
    // A site without papers offers none to ask about.
    inquiryTypes: labelFor(inquiryTypes).extend({ resources: z.exactOptional(text) }),
    otherService: text,
    urgencies: labelFor(urgencies),
    honeypot: text,
    submit: text,
    submitting: text,
    submittingNote: text,
    restored: text,
    // {topic} is the title of a service, or what the message is about.
    filledIn: labelFor(['all', 'withMessage', 'partly']),
    // {email} is the visitor's.
    success: z.strictObject({ heading: text, text, answer: text, record: text, again: text }),
  }),
  details: z.strictObject({
    heading: text,
    emailLabel: text,
    phoneLabel: text,
    officeLabel: text,
    responseLabel: text,
    response: text,
    copyEmail: text,
  }),
  faq: z.strictObject({
    heading: text,
    items: list('question', z.strictObject({ question: text, answer: text }), 1, 20),
  }),
});

export const messagesSchema = z.strictObject({
  // Only fields with rules (enquiry/fields.ts).
  validationMessages: labelFor(fieldNames)
    .partial()
    .extend({ emailFormat: text, messageLength: text }),
  submissionMessages: labelFor([
    'failed',
    'network',
    'offline',
    'uncertain',
    'uncertainStoredOnce',
    'emailTooLong',
    'copyMessage',
  ]),
  failureMessages: labelFor([
    'contact_form',
    'resource_download',
    'scheduling',
    'notFound',
    'server',
    'rateLimited',
    'unavailable',
    'script',
  ]),
  failureOptionLabels: labelFor([
    'emailDirectly',
    'callDirectly',
    'tryAgain',
    'requestByEmail',
    'browseResources',
    'scheduleByEmail',
    'callToSchedule',
    'contactSupport',
  ]),
  notificationMessages: labelFor([
    'schedulePopupBlocked',
    'scheduleLoading',
    'scheduleReady',
    'downloadLoading',
    'linkPopupBlocked',
    'emailUnavailable',
    'emailCopied',
    'messageCopied',
    'phoneCopied',
    'offline',
    'online',
  ]).extend({
    callUnavailable: withPlaceholder('number'),
    copyRefused: withPlaceholder('text'),
  }),
  notificationLabels: z.strictObject({
    region: text,
    dismiss: text,
    open: text,
    showForm: text,
    kinds: labelFor(['error', 'warning', 'success', 'info']),
  }),
  bookingWidgetLabels: labelFor(['dialog', 'close']),
  applicationErrorMessages: labelFor(['error', 'response', 'kept', 'details', 'reload']).extend({
    text: withPlaceholder('part'),
    parts: labelFor(['threshold-figure', 'visitors-line', 'contact-form']),
  }),
  emailSubjects: labelFor(['contact', 'resource', 'schedule', 'support']),
  emailBodies: z.strictObject({
    contact: withPlaceholder('message'),
    resource: withPlaceholder('title'),
    schedule: text,
    scheduleService: withPlaceholder('service'),
    support: withPlaceholder('what'),
    shortened: text,
  }),
});

export const embeddedSchema = z.strictObject({
  booking: z.strictObject({
    title: text,
    intro: withPlaceholder('minutes'),
    // By the fields of inbox/kinds/booking.ts.
    labels: z.record(z.string(), text),
    timesHint: text,
    submit: text,
    notDone: text,
    done: titled,
  }),
  calendar: z.strictObject({
    ...labelFor([
      'title',
      'when',
      'zone',
      'showZone',
      'zoneShown',
      'noMail',
      'nearest',
      'none',
      'noneHint',
      'unchecked',
      'submit',
      'minutes',
      'file',
      'move',
      'moveSubmit',
      'cancel',
      'cancelText',
      'cancelSubmit',
      'again',
    ]).shape,
    intro: withPlaceholder('minutes'),
    noneFree: withPlaceholder('days'),
    ownerZone: withPlaceholder('person'),
    booked: titled,
    cancelled: titled,
    over: titled,
    unknown: titled,
    event: z.strictObject({
      summary: withPlaceholder('firm'),
      description: withPlaceholder('url'),
    }),
    messages: labelFor([
      'choose',
      'times',
      'past',
      'tooSoon',
      'tooLate',
      'dayOff',
      'outsideHours',
      'betweenTimes',
      'dayFull',
      'zone',
      'fixed',
      'taken',
      'tooMany',
      'tooManyFromNetwork',
      'changed',
    ]).extend({ known: withPlaceholder('time'), knownCancelled: withPlaceholder('time') }),
  }),
  invitation: z.strictObject({
    booked: z.strictObject({ subject: withPlaceholder('time'), text }),
    moved: z.strictObject({ subject: withPlaceholder('time'), text }),
    cancelled: z.strictObject({ subject: withPlaceholder('time'), text }),
    change: text,
    changeKnown: text,
  }),
  newsletter: z.strictObject({
    title: text,
    label: text,
    submit: text,
    note: text,
    notDone: text,
    done: z.strictObject({ title: text, text: withPlaceholder('email') }),
  }),
  contact: z.strictObject({ title: text, text, submit: text }),
  messages: labelFor([
    'name',
    'email',
    'emailFormat',
    'honeypot',
    'unreadable',
    'mediaType',
    'tooLarge',
    'tooMany',
    'origin',
    'method',
    'readOnly',
    'tooSlow',
    'headersTooLarge',
    'range',
    'ahead',
    'storage',
    'received',
  ]).extend({ notText: withPlaceholder('field') }),
  mail: z.strictObject({
    titles: labelFor(['enquiry', 'booking', 'subscriber']),
    bookings: labelFor(['booked', 'moved', 'cancelled']),
    time: text,
    zone: text,
    minutes: text,
    length: withPlaceholder('minutes'),
    received: text,
    id: text,
  }),
  acknowledgement: z.strictObject({ subject: text, text }),
  backHome: text,
});

export type Identity = z.infer<typeof identitySchema>;
export type Site = z.infer<typeof siteSchema>;
export type Hero = z.infer<typeof heroSchema>;
export type ThresholdFigure = z.infer<typeof thresholdFigureSchema>;
export type Services = z.infer<typeof servicesSchema>;
export type Service = Services['items'][number];
export type Expertise = z.infer<typeof expertiseSchema>;
export type About = z.infer<typeof aboutSchema>;
export type CaseStudies = z.infer<typeof caseStudiesSchema>;
export type Clients = z.infer<typeof clientsSchema>;
export type Resource = z.infer<typeof resourceSchema>;
export type Resources = z.infer<typeof resourcesSchema>;
export type Contact = z.infer<typeof contactSchema>;
