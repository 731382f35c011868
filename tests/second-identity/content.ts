import sharp from 'sharp';
import type { content } from '#content/schema/check.ts';

type Content = typeof content;

/** Fields that are no words. */
const kept = new Set([
  'id',
  'language',
  'currency',
  'file',
  'url',
  'path',
  'filename',
  'size',
  'category',
  'link',
  'section',
  'resumeFile',
  'securityTxtExpires',
  'learnMoreTarget',
  'caseStudiesResource',
]);

const vowels = 'aeiou';

/**
 * Exchanges the vowels of a text, so that no word of the sample is left, and has its quotes straight,
 * which HTML escapes; {names} stay.
 */
export const alter = (text: string): string =>
  text
    .replace(/’/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\{[^}]*\}|[aeiou]/gi, (found) => {
      if (found.length > 1) return found;
      const next = vowels[(vowels.indexOf(found.toLowerCase()) + 2) % vowels.length] ?? '';
      return found === found.toLowerCase() ? next : next.toUpperCase();
    });

const alterAll = <Value>(value: Value): Value => {
  if (typeof value === 'string') return alter(value) as Value;
  if (Array.isArray(value)) return value.map(alterAll) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, kept.has(key) ? part : alterAll(part)]),
  ) as Value;
};

const rename = <Item extends { title: string }>(items: Item[], titles: string[]): Item[] =>
  items.map((item, index) => ({ ...item, title: titles[index] ?? item.title }));

export const since = 2011;
export const firm = 'Riskrådgivning Öström & Co';

/**
 * Another owner’s content: other words, and other facts: few where the sample has many, and what the
 * sample leaves out.
 */
export const secondContent = (sample: Content): Content => {
  const altered = alterAll(sample);
  const [service] = altered.services.items;
  return {
    ...altered,
    identity: {
      firm,
      person: 'Åsa Öström',
      jobTitle: 'Rådgivare om bedrägeririsk, förtroende och säkerhet',
      email: 'asa.ostrom@riskradgivning-ostrom.se',
      // One of the numbers that the Swedish Post and Telecom Authority keeps free for fiction.
      phone: '+46 70 174 06 35',
      office: { city: 'Malmö' },
      country: 'SE',
      // As it is in all the words that promise it.
      answerWithin: altered.identity.answerWithin,
      socialLinks: [],
      companyLinks: [],
    },
    site: { ...altered.site, language: 'sv-SE', currency: 'SEK', timeZone: 'Europe/Stockholm' },
    hero: {
      ...altered.hero,
      eyebrow: '{person} i {office}',
      headline: ['Varje riskbeslut drar en gräns.'],
      claims: altered.hero.claims.map(({ unit, text }, index) => ({
        figure: `${index + 3}×`,
        unit,
        text,
        source: since,
      })),
      tiles: rename(altered.hero.tiles, ['Förtroende', 'Underrättelser', 'Identitet', 'Modeller']),
    },
    services: {
      ...altered.services,
      items: [
        ...(service
          ? [
              {
                ...service,
                id: 'riskoversyn',
                title: 'Översyn av risker',
                summary: 'Vad bedrägerier kostar er.',
                price: { amount: 148_000, isStarting: true, per: 'per uppdrag' },
              },
            ]
          : []),
      ],
      capacity: [
        { title: 'Två uppdrag åt gången', text: 'Fler hinner jag inte göra ordentligt.' },
        {
          title: 'Om jag blir sjuk',
          text: 'En kollega som ni har träffat tar över inom två dagar, med mina anteckningar.',
        },
      ],
    },
    'case-studies': {
      ...altered['case-studies'],
      items: [
        {
          title: 'Falska säljare på en marknadsplats',
          client: 'En nordisk marknadsplats, 400 anställda',
          problem:
            'Var tjugonde anmälan gällde en säljare som aldrig skickade varan, och granskarna låg en vecka efter.',
          work: 'Jag mätte hur ofta en spärr träffade fel, flyttade gränsen för nya säljare och lade granskningen där pengarna stod på spel.',
          result: {
            figure: '−62 %',
            measure: 'anmälda köp, med lika många godkända säljare',
            period: 'tolv månader efter ändringen',
            baseline: '5,1 % av köpen, de tolv månaderna före',
          },
        },
        {
          title: 'Kapade konton hos en bank',
          client: 'En bank med en miljon kunder',
          problem: 'Kontokapningar fördubblades på ett halvår, och varje spärr stängde ute kunder.',
          work: 'Jag skilde ägaren från tjuven vid återställningen av lösenord, inte vid varje inloggning.',
          result: {
            figure: '4 av 5',
            measure: 'kapningar stoppade innan pengar flyttades',
            period: 'ett halvår, varje ärende granskat',
            baseline: '1 av 3',
          },
        },
      ],
    },
    clients: {
      ...altered.clients,
      label: 'Kunder',
      words: [
        {
          text: 'Hon visade vilka kunder vi hade stängt ute, och vad det hade kostat oss.',
          name: 'Karin Lindqvist',
          role: 'riskchef',
          firm: 'Handelshamnen',
          permission: true,
        },
        {
          text: 'Den första rapporten som både styrelsen och utvecklarna läste till slut.',
          name: 'Oskar Nyberg',
          role: 'produktchef',
          firm: 'Kvitto & Co',
          permission: true,
        },
        {
          text: 'Vi flyttar gränsen själva nu. Det var hela poängen.',
          name: 'Leila Haddad',
          role: 'chef för kundskydd',
          firm: 'Torget',
          permission: true,
        },
      ],
      logos: [
        { firm: 'Handelshamnen', file: 'handelshamnen.svg', permission: true },
        { firm: 'Kvitto & Co', file: 'kvitto.svg', permission: true },
        { firm: 'Torget', file: 'torget.png', permission: true },
      ],
    },
    expertise: {
      ...altered.expertise,
      timeline: [
        {
          from: since,
          to: null,
          role: 'Oberoende rådgivare',
          company: firm,
          text: 'Råd till företag i Norden om bedrägerier, missbruk och identitet.',
        },
      ],
      credentials: {
        heading: 'Utbildning',
        items: [
          { title: 'Civilingenjör, matematisk statistik', issuer: 'Lunds universitet', year: 2009 },
          { title: 'Certified Fraud Examiner', issuer: 'ACFE', year: 2014 },
        ],
      },
      languages: {
        heading: 'Språk',
        items: [
          { language: 'Svenska', level: 'modersmål' },
          { language: 'English', level: 'fluent' },
        ],
      },
    },
    about: {
      ...altered.about,
      portrait: { file: 'portrait.jpg', alternative: 'Åsa Öström framför ett fönster' },
    },
    contact: {
      ...altered.contact,
      faq: {
        ...altered.contact.faq,
        items: [
          ...altered.contact.faq.items,
          ...['Arbetar du på plats?', 'På vilka språk?', 'Skriver du avtal?', 'Vem tar över?'].map(
            (question) => ({
              question,
              answer: `Det bestämmer vi vid första samtalet (${question.toLowerCase()}).`,
            }),
          ),
        ],
      },
    },
    availability: {
      timeZone: 'Europe/Stockholm',
      weeklyHours: { friday: ['08:15–11:45', '12:30–16:00'], sunday: ['19:00–24:00'] },
      step: 15,
      buffers: { before: 0, after: 0 },
      shortestNotice: 2,
      horizon: 90,
      mostPerDay: 8,
      daysOff: [],
    },
    resources: {
      ...altered.resources,
      catalogue: rename(altered.resources.catalogue, [
        'Handbok mot bedrägerier',
        'Förtroende när programmen handlar',
      ]),
    },
  };
};

const shape = (width: number, height: number, drawing: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`,
  );

const wordMark = (words: string, width: number, color: string): Buffer =>
  shape(
    width,
    48,
    `<text x="0" y="36" font-family="Georgia, serif" font-size="36" font-weight="700" fill="${color}">${words.replace('&', '&amp;')}</text>`,
  );

/** The files of `content/pictures/`. */
export const secondPictures = async (): Promise<Record<string, Buffer>> => ({
  'portrait.jpg': await sharp(
    shape(
      1000,
      1250,
      `<rect width="1000" height="1250" fill="#c9d3d6"/><rect x="620" width="380" height="1250" fill="#e9ecea"/>
      <path d="M130 1250C150 960 330 870 500 870S850 960 870 1250Z" fill="#2f3a44"/>
      <ellipse cx="500" cy="560" rx="190" ry="250" fill="#d9b49a"/>
      <path d="M300 560C280 300 390 230 510 240S730 330 700 570C660 440 560 420 460 410 370 430 320 470 300 560Z" fill="#5a4334"/>
      <g fill="none" stroke="#5a4334" stroke-width="12" stroke-linecap="round">
      <path d="M385 520q40-26 80 0M540 520q40-26 80 0M425 690q75 56 150 0"/>
      <path d="M506 560q-26 70 0 84" stroke="#b98f74"/></g>
      <g fill="#2f3a44"><circle cx="425" cy="566" r="17"/><circle cx="580" cy="566" r="17"/></g>`,
    ),
  )
    .jpeg({ quality: 85 })
    .toBuffer(),
  'handelshamnen.svg': wordMark('Handelshamnen', 290, '#0a4b78'),
  'kvitto.svg': wordMark('Kvitto & Co', 220, '#b4341f'),
  'torget.png': await sharp(wordMark('Torget', 150, '#117a4a'), { density: 144 })
    .png()
    .toBuffer(),
});

/** A text in other words; frontmatter’s names, directives, code and addresses stay. */
const alterMarkdown = (text: string): string =>
  text
    .split(/(^ *\w+:(?: |$)|^:::.*$|`[^`]*`|\]\([^)]*\))/m)
    .map((part, index) => (index % 2 ? part : alter(part)))
    .join('');

/** The résumé in other words, which are wider, with most of its points below the one role. */
export const secondResume = (text: string): string =>
  alterMarkdown(
    text
      .split('\n')
      .filter((line, index) => !line.startsWith('- ') || index % 5 > 0)
      .join('\n')
      .replace(/\n:::\n\n:::role\[[^\]]*\]/g, '')
      .replace(/:::role\[[^\]]*\]/, `:::role[${firm}]`),
  );

export const secondLegalText = (text: string): string =>
  alterMarkdown(text).replace(/^updated: .*$/m, 'updated: 2025-06-30');
