import type { content } from '#content/schema/check.ts';

type Content = typeof content;

/** Fields that are no words. */
const kept = new Set([
  'id',
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

/** Another owner’s content: other facts, as few of them as the schema allows, and other words. */
export const secondContent = (sample: Content): Content => {
  const altered = alterAll(sample);
  const [service, ...services] = altered.services.items;
  return {
    ...altered,
    identity: {
      firm,
      person: 'Åsa Öström',
      jobTitle: 'Rådgivare om bedrägeririsk, förtroende och säkerhet',
      email: 'asa.ostrom@riskradgivning-ostrom.se',
      // One of the numbers that the Swedish Post and Telecom Authority keeps free for fiction.
      phone: '+46701740635',
      office: { city: 'Malmö' },
      country: 'SE',
      // As it is in all the words that promise it.
      answerWithin: altered.identity.answerWithin,
      socialLinks: [],
      companyLinks: [],
    },
    site: { ...altered.site, language: 'en-GB', timeZone: 'Europe/Stockholm' },
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
          ? [{ ...service, title: 'Översyn av risker', summary: 'Vad bedrägerier kostar er.' }]
          : []),
        ...rename(services, ['Bygg upp skyddet', 'Modeller som håller', 'Chef på deltid']),
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
