import { error, type Finding } from '../finding.ts';
import { type Project, siteUrlOf } from '../project.ts';
import { contentStrings, isReservedHost, type Located } from '../strings.ts';

const sampleName =
  /\b(?:Robin Example|Example Risk Advisory|Sample (?:Marketplace|Payments|Mail|Auctions))\b/;

/** North America sets aside 555-0100 to 555-0199 for fiction. */
const fictionalPhone = /^\+1\d{3}55501\d\d$/;

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

const findPlaces = function* (project: Project): Generator<Finding> {
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
  const { phone } = project.content.identity;
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

/** What is left of the sample, which nobody must publish. */
export const findSample = (project: Project): Finding[] =>
  [...findPlaces(project)].map((finding) => ({ ...finding, isSample: true }));
