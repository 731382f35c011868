import { error, type Finding, warning } from '../finding.ts';
import type { Project } from '../project.ts';
import { contentStrings, excerpt } from '../strings.ts';

const timelineFile = 'content/expertise.ts';

/** Where an owner speaks of a career. */
const aboutTheOwner =
  /^content\/(?:about|contact|expertise|hero|resources|services|site)\.ts$|^content\/resume\.md$/;

interface Claim {
  file: string;
  field: string;
  figure: string;
  text: string;
}

const claimsOf = ({ content }: Project): Claim[] => [
  ...content.hero.claims.map(({ figure, unit, text }, index) => ({
    file: 'content/hero.ts',
    field: `claims[${index}]`,
    figure,
    text: `${unit} ${text}`,
  })),
  ...content.expertise.stats.map(({ figure, text }, index) => ({
    file: timelineFile,
    field: `stats[${index}]`,
    figure,
    text,
  })),
];

/** What a percentage needs to mean anything. */
const needed = {
  measure: 'what was counted',
  baseline: 'compared with what',
  period: 'over which time',
} as const;

export const findBarePercentages = function* ({ content }: Project): Generator<Finding> {
  for (const [index, claim] of content.hero.claims.entries()) {
    if (!claim.figure.includes('%')) continue;
    const names = (['measure', 'baseline', 'period'] as const).filter((name) => !claim[name]);
    if (names.length === 0) continue;
    const missing = names.map((name) => needed[name]).join(', ');
    yield warning(
      'content/hero.ts',
      `claims[${index}]`,
      `“${claim.figure} ${claim.unit} ${claim.text}” does not say: ${missing}.`,
      `Write it as ${names.map((name) => `\`${name}\``).join(', ')} of the claim.`,
    );
  }
};

/** Years, firms and beginnings that the timeline does not bear out. */
export const findUnprovenClaims = function* (project: Project): Generator<Finding> {
  const { expertise, identity } = project.content;
  const thisYear = project.today.getFullYear();
  const first = Math.min(...expertise.timeline.map(({ from }) => from));
  const years = thisYear - first;
  const firms = new Set(
    expertise.timeline.map(({ company }) => company).filter((company) => company !== identity.firm),
  ).size;
  const agree = 'Make the two agree.';
  const tooManyYears = (file: string, field: string, claim: string) =>
    warning(
      file,
      field,
      `“${claim}” is more than the timeline in ${timelineFile} shows: ${years} years, since ${first}.`,
      agree,
    );

  for (const { file, field, figure, text } of claimsOf(project)) {
    const claim = `${figure} ${text}`;
    const [, digits] = /^(\d+)\+?$/.exec(figure) ?? [];
    if (!digits) continue;
    const amount = Number(digits);
    if (/^years?\b/i.test(text)) {
      if (amount > years) yield tooManyYears(file, field, claim);
    } else if (/^(?:[\w-]+ ){0,2}(?:platforms|companies|firms|employers|teams)\b/i.test(text)) {
      if (amount > firms) {
        const message = `“${claim}” is more than the timeline in ${timelineFile} shows: ${firms} besides ${identity.firm}.`;
        yield warning(file, field, message, agree);
      }
    } else if (/^\d{4}$/.test(digits) && /\b(?:start|began|begin|since)/i.test(text)) {
      if (amount !== first) {
        const message = `“${claim}” is not when the timeline in ${timelineFile} begins: ${first}.`;
        yield warning(file, field, message, agree);
      }
    }
  }

  for (const { file, field, text } of contentStrings(project)) {
    if (!aboutTheOwner.test(file)) continue;
    for (const [claim, year] of text.matchAll(/\bsince (\d{4})\b/gi)) {
      if (Number(year) >= first && Number(year) <= thisYear) continue;
      const message = `“${claim}” does not agree with the timeline in ${timelineFile}, which goes from ${first} to ${thisYear}.`;
      yield warning(file, field, message, agree);
    }
    for (const [claim, amount] of text.matchAll(/\b(\d+)\+? years (?:of|in|as)\b/gi)) {
      if (Number(amount) > years) yield tooManyYears(file, field, excerpt(claim));
    }
  }
};

const weeksIn: Record<string, number> = { day: 1 / 7, week: 1, month: 52 / 12, year: 52 };

const span = /(\d+)\s*[–-]\s*(\d+)\s+(day|week|month|year)s?\b/i;

/** Spans that end before they begin, and durations that the scale draws otherwise. */
export const findWrongSpans = function* (project: Project): Generator<Finding> {
  const { expertise, services } = project.content;
  const thisYear = project.today.getFullYear();
  for (const [index, { from, to, company }] of expertise.timeline.entries()) {
    const field = `timeline[${index}]`;
    const fix = 'Check both years; a role that has not ended has null for `to`.';
    if (to !== null && to < from) {
      const message = `The role at ${company} ends in ${to}, before it begins in ${from}.`;
      yield error(timelineFile, field, message, fix);
    } else if (Math.max(from, to ?? from) > thisYear) {
      const message = `The role at ${company} is of ${from}–${to ?? 'now'}, and it is ${thisYear}.`;
      yield error(timelineFile, field, message, fix);
    }
  }
  for (const { file, field, text } of contentStrings(project)) {
    const [found, from, to] = span.exec(text) ?? [];
    if (found && Number(from) > Number(to)) {
      const message = `“${found}” is the wrong way round.`;
      yield error(file, field, message, 'Write the shorter time first.');
    }
  }
  for (const [index, { duration, weeks }] of services.items.entries()) {
    const [, from, to, unit = ''] = span.exec(duration) ?? [];
    const perUnit = weeksIn[unit.toLowerCase()];
    if (perUnit === undefined || Number(from) > Number(to)) continue;
    const said = [from, to].map((amount) => Math.round(Number(amount) * perUnit));
    if (said.join() === weeks.join()) continue;
    const message = `The duration is “${duration}”, and the scale draws ${weeks.join('–')} weeks.`;
    const fix = `Write [${said.join(', ')}], or correct the duration.`;
    yield error('content/services.ts', `items[${index}].weeks`, message, fix);
  }
};
