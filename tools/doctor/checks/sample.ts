import { legalFile } from '#model/legal-pages.ts';
import type { Identity } from '#model/schema.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type Project, siteUrlOf, variable } from '../project.ts';
import {
  isSampleHours,
  isSampleLegalText,
  isSamplePrice,
  legalTexts,
  ownTexts,
  sampleSentencesIn,
} from '../sample-text.ts';
import { contentStrings, excerpt, isReservedHost, type Located } from '../strings.ts';

const sampleName =
  /\b(?:Robin Example|Example Risk Advisory|Sample (?:Marketplace|Payments|Mail|Auctions))\b/;

/** North America sets aside 555-0100 to 555-0199 for fiction. */
const fictionalPhone = /^\+1\d{3}55501\d\d$/;

const sampleHours = 'weekdays, 7 a.m. to 7 p.m. Pacific time';

const hostsIn = (text: string): string[] =>
  [...text.matchAll(/(?:https?:\/\/|[\w.+-]@)([a-z0-9][a-z0-9.-]*[a-z0-9])/gi)].map(
    ([, host = '']) => host,
  );

const namesIn = function* ({ content, texts }: Project): Generator<Located> {
  const { identity, expertise } = content;
  for (const field of ['firm', 'person', 'jobTitle'] as const) {
    yield { file: 'content/identity.ts', field, text: identity[field] };
  }
  for (const [index, { label }] of identity.companyLinks.entries()) {
    yield { file: 'content/identity.ts', field: `companyLinks[${index}].label`, text: label };
  }
  for (const [index, { company }] of expertise.timeline.entries()) {
    yield { file: 'content/expertise.ts', field: `timeline[${index}].company`, text: company };
  }
  for (const [file, markdown] of Object.entries(texts)) {
    for (const role of markdown.matchAll(/^:::role\[(.*)\]$/gm)) {
      const line = markdown.slice(0, role.index).split('\n').length;
      yield { file, field: `line ${line}`, text: role[1] ?? '' };
    }
  }
};

const findSampleNames = function* (project: Project): Generator<Finding> {
  for (const { file, field, text } of namesIn(project)) {
    const [found] = sampleName.exec(text) ?? [];
    const message = `“${found}” is a name of the sample.`;
    if (found) yield error(file, field, message, 'Put the real one there.');
  }
  const reserved = (host: string) =>
    `The host ${host} is set aside for samples; nobody can own it.`;
  for (const { file, field, text } of contentStrings(project)) {
    for (const host of hostsIn(text).filter(isReservedHost)) {
      const fix = 'Put your own address there, or take the entry out.';
      yield error(file, field, reserved(host), fix);
    }
  }
  const { incidentHours, phone } = project.content.identity;
  // Some of its blanks do not break.
  if (incidentHours?.replace(/\s/g, ' ') === sampleHours) {
    const message = `“${sampleHours}” is when the sample takes the calls of those under attack.`;
    const fix = 'Say when you take them; if you take none, take the line out.';
    yield error('content/identity.ts', 'incidentHours', message, fix);
  }
  if (fictionalPhone.test(phone)) {
    const message = `The number ${phone} is set aside for fiction; nobody answers it.`;
    const fix = 'Put your own number there, digits only with the country code.';
    yield error('content/identity.ts', 'phone', message, fix);
  }
  const { hostname } = siteUrlOf(project);
  if (isReservedHost(hostname)) {
    const fix = 'Set it to where the site will be published.';
    yield error('environment', 'SITE_URL', reserved(hostname), fix);
  }
};

/** A PDF that nobody typeset again since the sample. */
const findSamplePdfs = function* ({ publicFiles, staleDocuments }: Project): Generator<Finding> {
  for (const [path, { author }] of publicFiles) {
    const file = `public${path}`;
    // That it is stale is a finding already.
    if (!sampleName.test(author ?? '') || staleDocuments.some((stale) => stale.file === file)) {
      continue;
    }
    const fix =
      'Put your own there, or typeset it: `npm run build --workspace=papers`; if you have none, take it out of `content/resources.ts`, and delete it.';
    yield error(file, 'author', `“${author}”, its author, is a name of the sample.`, fix);
  }
};

const sampleOffice = { city: 'Seattle', region: 'WA' } as const;

/** Words of the sample's legal texts, and where they can be true. */
const places: readonly {
  words: RegExp;
  isAt: (identity: Identity) => boolean;
}[] = [
  {
    words: /State of Washington|King County, Washington/,
    isAt: ({ office, country }) =>
      country === 'US' && /^(?:WA|Washington)$/.test(office.region ?? ''),
  },
  { words: /\bwe work from the United States\b/i, isAt: ({ country }) => country === 'US' },
];

/** Law, courts, office and country can be another owner's, too, who has no other name of the sample. */
const findSamplePlaces = function* (
  { content, texts }: Project,
  isSampleAbout: boolean,
): Generator<Finding> {
  const { identity } = content;
  const { city, region } = identity.office;
  const file = 'content/identity.ts';
  const fix = 'Put your own there; if it is the same, this goes with the rest of the sample.';
  if (isSampleAbout && city === sampleOffice.city && region === sampleOffice.region) {
    yield warning(file, 'office', `“${city}, ${region}” is the office of the sample.`, fix);
    if (identity.country === 'US') {
      yield warning(file, 'country', '“US” is the country of the sample.', fix);
    }
  }
  const here = [city, region, identity.country].filter(Boolean).join(', ');
  for (const text of legalTexts) {
    for (const [index, line] of (texts[text] ?? '').split('\n').entries()) {
      for (const { words, isAt } of places) {
        const sentences = line.split(/(?<=\.)\s+/).filter((sentence) => words.test(sentence));
        if (sentences.length === 0 || (isAt(identity) && !isSampleAbout)) continue;
        const message = `“${sentences.join(' ')}” is what the sample says${
          isAt(identity) ? '' : `, and ${file} says ${here}`
        }.`;
        yield warning(
          text,
          `line ${index + 1}`,
          message,
          'Name the law, the courts and the country that are yours.',
        );
      }
    }
  }
};

const findSampleCareer = function* (project: Project): Generator<Finding> {
  for (const { file, field, text, isCareer } of ownTexts(project)) {
    const [first, ...others] = isCareer ? sampleSentencesIn(text) : [];
    if (!first) continue;
    const more = others.length > 0 ? `, and ${others.length} more of this text` : '';
    const message = `“${excerpt(first, 120)}” is a sentence of the sample${more}.`;
    yield warning(file, field, message, 'Say there what is true of you.');
  }
};

/** What is left of the sample, which nobody must publish. */
export const findSample = (project: Project): Finding[] => {
  const names = [...findSampleNames(project)];
  return [
    ...names,
    ...findSamplePdfs(project),
    ...findSampleCareer(project),
    ...findSamplePlaces(project, names.length > 0),
  ].map((finding) => ({
    ...finding,
    isSample: true,
  }));
};

/** Offers and promises in the words of the sample: an owner may mean them. */
export const findSampleOffers = function* (project: Project): Generator<Finding> {
  for (const { file, field, text, isCareer } of ownTexts(project)) {
    const [first] = isCareer ? [] : sampleSentencesIn(text);
    if (!first) continue;
    const message = `“${excerpt(first, 120)}” is a sentence of the sample: you would promise it, and other sites say it, too.`;
    yield warning(file, field, message, 'Say it in your own words.');
  }
  const statement = legalFile('accessibility');
  if (isSampleLegalText(statement, project.texts[statement] ?? '')) {
    const message =
      'The statement is one of the sample: it says what was tested of the site as it came, not of what you have changed.';
    const fix =
      'Test what you have changed (`npm test -- --all`), and say what you found, and when.';
    yield warning(statement, 'text', message, fix);
  }
  const { availability } = project.content;
  const isBookedHere =
    variable(project, 'PUBLIC_BOOKING_URL') === null && project.host !== 'static';
  if (availability && isBookedHere && isSampleHours(availability)) {
    const message = 'The week is one of the sample: visitors can book you in its hours.';
    const fix = 'Put yours there, or `null` in place of it all to be asked for a time in words.';
    yield warning('content/availability.ts', 'weeklyHours', message, fix);
  }
  const { items } = project.content.services;
  for (const [index, { title, price }] of items.entries()) {
    if (!price || !isSamplePrice(price.amount)) continue;
    const message = `${price.amount}, the price of “${title}”, is one of the sample: you would be held to it.`;
    const fix = 'Put your own there, or take `price` out.';
    yield warning('content/services.ts', `items[${index}].price`, message, fix);
  }
};
