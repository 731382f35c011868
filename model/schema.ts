import { z } from 'zod';
import { isRecord, recordOf } from './record.ts';
import { isTimeZone } from './time-zone.ts';
import { allSections, idPattern, otherService, serviceStates, switches } from './vocabulary.ts';
import { textWith, type WithWords } from './words.ts';

// The schemas of the owner's files. The labels and messages for each file are in `content/words/`, by
// language (words.ts).

const text = textWith([]);
/** A text with at least one letter, not just a dash or a number. */
const prose = text.regex(/\p{L}/u, 'must contain letters');
const webAddress = z.url({
  protocol: /^https$/,
  error: 'must be a web address beginning with https://',
});
const date = z.iso.date('must be a date like 2027-10-31');
const year = z.int().min(1950);

/** A file in `content/pictures/`. */
const pictureFile = (...formats: string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w-]+\\.(?:${formats.join('|')})$`),
      `must be the name of a file in content/pictures/, of letters, digits, - and _, that ends with .${formats.join(', .')}`,
    );

const id = z
  .string()
  .max(60)
  .regex(
    idPattern,
    'must be lower-case letters and digits with single hyphens between, and begin with a letter, such as risk-strategy',
  )
  .describe('A short name for addresses and links, such as risk-strategy');

/** Rejects lists in which two entries are equal or have the same id. */
const withoutTwins = (items: readonly unknown[], context: z.RefinementCtx) => {
  const keys = items.map((item) => (isRecord(item) ? item.id : item));
  for (const [index, key] of keys.entries()) {
    if (key === undefined || keys.indexOf(key) === index) continue;
    const path = isRecord(items[index]) ? [index, 'id'] : [index];
    const message = `is “${key}”, which another entry of the list already has`;
    context.addIssue({ code: 'custom', path, message });
  }
};

/** Returns the schema of a list. Messages name an item by the noun `entry` and its title. */
const list = <Item extends z.ZodType>(entry: string, item: Item, least: number, most: number) => {
  const error = `must have ${least === 0 ? 'at most' : `${least} to`} ${most} entries`;
  return z.array(item).min(least, error).max(most, error).superRefine(withoutTwins).meta({ entry });
};

/** Returns the schema of a group whose fields all have the same type. */
export const groupOf = <Name extends string, Field extends z.ZodType>(
  names: readonly Name[],
  field: Field,
) => z.strictObject(recordOf(names.map((name) => [name, field])));

const texts = <const Name extends string>(...names: readonly Name[]) => groupOf(names, text);

const titled = texts('title', 'text');
/** The start of a section. The navigation shows the label. */
const opening = { label: text, heading: text, intro: text };
const link = z.strictObject({ id, label: text, url: webAddress });

/** Such as `24 hours` or `2 working days`; numbers in words must be English. */
const amountOfTime = text.regex(
  /^(?:[1-9]\d*(?:[–-]\d+)?\s?|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s)\p{L}/iu,
  'must be an amount of time, such as 24 hours or 2 working days',
);

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Returns whether a code is that of a country, unlike UK (for GB) and groups such as EU. */
const isCountry = (code: string): boolean =>
  /^(?!EU|EZ|QO|UN|XA|XB|ZZ)[A-Z]{2}$/.test(code) &&
  regions.of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

export const identitySchema = z.strictObject({
  firm: prose,
  person: prose,
  jobTitle: prose,
  email: z.email('must be an email address'),
  phone: z
    .string()
    .regex(
      /^\+\d(?: ?\d){7,14}$/,
      'must be digits with the country code, with or without spaces, such as +12065550142 or +46 70 174 06 35',
    )
    .describe('With the country code, such as +46 70 174 06 35'),
  office: z.strictObject({ city: prose, region: prose.optional() }),
  country: z
    .string()
    .refine(isCountry, 'must be a two-letter country code, such as US')
    .describe('Two letters, such as US'),
  answerWithin: amountOfTime.describe('How soon visitors get an answer, such as `24 hours`'),
  incidentHours: prose
    .optional()
    .describe(
      'When a firm under attack can call you, such as `weekdays, 8 a.m. to 6 p.m. Eastern time`',
    ),
  socialLinks: list('link', link, 0, 12),
  companyLinks: list('company', link, 0, 20),
});

/** A time zone, except EST, MST and GMT: they have no summer time, but most places that use these names do. */
export const timeZone = text
  .refine(
    (name) => isTimeZone(name) && !/^(?:EST|MST|GMT)$/i.test(name),
    'must be the name of a time zone, such as America/Los_Angeles or Europe/London',
  )
  .describe('Such as America/Los_Angeles or Europe/London');

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Returns whether a text is a language code (BCP 47) in its usual form, such as `sv` or `pt-BR`. */
export const isLanguage = (code: string): boolean => {
  try {
    return languages.of(code) !== undefined && Intl.getCanonicalLocales(code)[0] === code;
  } catch {
    return false;
  }
};

/** The head of a page in `content/pages/`. */
export const pageSchema = z.strictObject({
  title: text,
  description: text.describe('For search engines and link previews'),
  summary: text.optional(),
  updated: date.optional().describe('Such as 2027-10-31'),
  footer: z.boolean().optional().describe('Adds a link at the end of every page'),
  navigation: z.boolean().optional().describe('Adds a link to the header'),
  /** The page's sentences about each service, by the service's state. */
  services: z
    .strictObject({
      form: texts(...serviceStates.form),
      booking: texts('own', 'tab', 'popup'),
      newsletter: texts('own', 'frame', 'link'),
      analytics: texts(...serviceStates.analytics),
      analyticsKept: texts(...serviceStates.analyticsKept),
    })
    .partial()
    .optional(),
});

/** The head of `content/resume.md`. */
export const resumeSchema = z.strictObject({ edition: date, title: text });

const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

export const siteSchema = z.strictObject({
  language: text
    .refine(
      isLanguage,
      'must be the code of a language, with or without a country, such as en-US or sv',
    )
    .describe('Language of labels and messages, such as en-US, de, es, fr or pt'),
  currency: z
    .string()
    .refine(isCurrency, 'must be the code of a currency, such as USD or SEK')
    .describe('Currency of the prices and the figure, such as USD or SEK'),
  /** The sections of the home page, in their order. */
  sections: z
    .array(z.enum(allSections).meta({ title: 'Section' }))
    .superRefine(withoutTwins)
    .refine((ids) => ids.includes('hero'), 'must have hero, the heading of the page'),
  /** The features. The site has no links or pages for a feature that is false. */
  ...groupOf(switches, z.boolean().default(true)).shape,
  pages: z.strictObject({ home: texts('title', 'description') }),
  footer: texts('statement', 'facts'),
  timeZone,
  retentionYears: z.int().min(1),
  analyticsMonths: z.int().min(2),
  resumeFile: z
    .string()
    .startsWith('/', 'must be a path on this site, beginning with /')
    .describe('The path of the résumé on the site'),
});

const claim = z.strictObject({
  figure: text,
  unit: text,
  text,
  measure: text.optional().describe('What was counted, and how'),
  baseline: text.optional().describe('What it is compared with'),
  period: text.optional().describe('The period that it covers'),
  sideEffect: text.optional().describe('The effect on people who had done nothing wrong'),
  source: z.int().describe('The first year of the position that it comes from'),
});

export const heroSchema = z.strictObject({
  eyebrow: text.describe('Above the headline; {person} and {office} come from your identity'),
  headline: list('sentence', prose.max(80), 1, 4).refine(
    (sentences) => sentences.join(' ').length <= 120,
    'must have at most 120 characters in all',
  ),
  lede: prose.max(400).describe('Below the headline: your clients, and how you help them'),
  scheduleNote: text,
  claims: list('claim', claim, 0, 8),
  tiles: list('tile', titled, 0, 8).describe('Your areas of work, below the figures'),
});

const shape = z.strictObject({ a: z.int().min(1).max(20), b: z.int().min(1).max(20) });
type Shape = z.infer<typeof shape>;

const scoresHigher = (higher: Shape, lower: Shape): boolean =>
  higher.a >= lower.a && higher.b <= lower.b && higher.a - higher.b > lower.a - lower.b;

export const thresholdFigureSchema = z.strictObject({
  title: text,
  caption: textWith(['orders', 'fraudShare', 'fraudLoss', 'declineLoss'], []),
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
    // Without this, a verdict could be false at some positions of the line.
    .refine(({ legitimate, fraudulent }) => scoresHigher(fraudulent, legitimate), {
      path: ['fraudulent'],
      error:
        'must score higher than `legitimate`: its `a` no smaller, its `b` no larger, and not both the same',
    }),
});

const weekCount = (title: string) => z.int().min(0).max(52).meta({ title });

const service = z.strictObject({
  id: id.refine((name) => name !== otherService, {
    error: `must not be ${otherService}, which is the form’s last choice`,
  }),
  title: prose.max(80),
  duration: text,
  weeks: z
    .tuple([weekCount('At least'), weekCount('At most')])
    .refine(([least, most]) => least <= most, 'must begin with the smaller number')
    .describe('Minimum and maximum, which the page draws on a scale of a year'),
  consultation: z
    .int('must be a whole number of minutes, such as 30')
    .min(5, 'must be 5 to 240 minutes')
    .max(240, 'must be 5 to 240 minutes')
    .describe('Minutes of a first talk, if you offer bookings'),
  /** The price in the site’s currency; `isStarting` when it is the lowest of several. */
  price: z
    .strictObject({
      amount: z.number().positive('must be more than 0'),
      isStarting: z.boolean().meta({ title: 'Show “from” before it' }).optional(),
      per: text.optional().describe('Such as `a month`'),
    })
    .optional(),
  summary: prose,
  description: prose,
  deliverables: list('deliverable', text, 1, 12),
  message: text
    .min(10, 'must be at least 10 characters, as the form requires')
    .describe('The message that the button “Discuss This Service” fills in for the visitor'),
});

export const servicesSchema = z.strictObject({
  ...opening,
  items: list('service', service, 1, 8),
  approach: z.strictObject({ heading: text, steps: list('step', titled, 1, 8) }),
  /** Notes for a client of somebody who works alone: the number of clients at a time, and the deputy. */
  capacity: list('note', titled, 0, 3).optional(),
  banner: texts('heading', 'text').extend({
    caseStudiesResource: text
      .optional()
      .describe('The id of a document of your resources, for a second button that downloads it'),
  }),
});

const role = z.strictObject({
  from: year,
  to: z.int().nullable().describe('Empty for your current position (in the file: null)'),
  role: text,
  company: text,
  link: text.optional().describe('The id of a company link of your identity'),
  text,
});
const credential = z.strictObject({ title: text, issuer: text, year });
const language = texts('language', 'level');
/** The default for a group that the owner leaves out; its heading comes from the language. */
const none = { items: [] };

export const expertiseSchema = z.strictObject({
  label: text,
  heading: text,
  intro: list('paragraph', text, 1, 4),
  values: list('value', titled, 0, 8),
  timelineHeading: text,
  timeline: list('role', role, 1, 20).describe('The newest first; the résumé lists them, too'),
  credentials: z.strictObject({ items: list('credential', credential, 0, 12) }).default(none),
  languages: z.strictObject({ items: list('language', language, 0, 12) }).default(none),
  panels: list('panel', titled, 0, 8),
  stats: list('figure', texts('figure', 'text'), 0, 8),
});

export const aboutSchema = z.strictObject({
  label: text,
  heading: text,
  /** No SVG, which is not for photographs and can contain scripts. */
  portrait: z
    .strictObject({ file: pictureFile('jpg', 'jpeg', 'png', 'webp', 'avif'), alternative: text })
    .optional(),
  story: list('part', titled, 1, 8),
  quote: text,
  principlesHeading: text,
  principles: list('principle', titled, 1, 8),
  learnMoreTarget: z
    .string()
    .regex(
      /^(?:[#/].*|https:.*)?$/,
      'must be a section such as #services, a page such as /terms, or a web address',
    )
    .describe(
      'A section such as #services, a page, or a web address; if empty, the button does nothing',
    ),
});

export const caseStudiesSchema = z.strictObject({
  ...opening,
  items: list(
    'case',
    texts('title', 'client', 'problem', 'work').extend({
      result: texts('figure', 'measure', 'period', 'baseline'),
    }),
    0,
    8,
  ),
});

const permission = z.literal(true, {
  error: 'needs to be true: show a client’s words or logo only with permission',
});
const logo = z.strictObject({ firm: text, file: pictureFile('svg', 'png', 'webp'), permission });

export const clientsSchema = z.strictObject({
  label: text.optional(),
  heading: text,
  words: list('client', texts('text', 'name', 'role', 'firm').extend({ permission }), 0, 12),
  logosHeading: text,
  logos: list('logo', logo, 0, 24),
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
    .regex(/^\d+ (KB|MB)$/, 'must be like "512 KB", or empty if unknown (in the file: null)')
    .nullable()
    .describe('Empty if unknown (in the file: null)'),
  pages: z.int().min(0).describe('0 hides the number'),
  downloadCount: z.int().min(0),
});

export const resourcesSchema = z.strictObject({
  ...opening,
  catalogue: list('document', resourceSchema, 0, 12).describe('Documents to download'),
  newsletter: texts('heading', 'text'),
});

export const contactSchema = z.strictObject({
  ...opening,
  actions: z.strictObject({ schedule: titled, email: titled, call: titled }),
  faq: z.strictObject({
    heading: text,
    items: list('question', texts('question', 'answer'), 1, 20),
  }),
});

export type Hero = WithWords<'hero', typeof heroSchema>;
export type Services = WithWords<'services', typeof servicesSchema>;
export type Service = Services['items'][number];
export type Expertise = WithWords<'expertise', typeof expertiseSchema>;
export type CaseStudies = WithWords<'case-studies', typeof caseStudiesSchema>;
export type Resource = z.infer<typeof resourceSchema>;
export type Contact = WithWords<'contact', typeof contactSchema>;
