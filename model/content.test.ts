import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { z } from 'zod';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { makeFolder } from '#model/tests/folder.ts';
import { jsonSchemas, loadContent } from './content.ts';
import { freezeContent } from './freeze.ts';
import { readWords } from './words.ts';
import { parseYaml } from './yaml.ts';

/** Returns a project with a copy of this content, for a test to change. */
const project = () => {
  const root = makeFolder();
  cpSync('content', join(root, 'content'), { recursive: true });
  const file = (name: string) => join(root, 'content', name);
  return {
    root,
    file,
    write: (name: string, text: string | Buffer) => writeFileSync(file(name), text),
    /** Sets a field, such as `site.language`, or removes it. */
    set: (field: string, value?: unknown) => {
      const [name = '', ...path] = field.split('.');
      const document = parseDocument(readFileSync(file(`${name}.yaml`), 'utf8'));
      if (value === undefined) document.deleteIn(path);
      else document.setIn(path, value);
      writeFileSync(file(`${name}.yaml`), document.toString({ lineWidth: 0 }));
    },
  };
};

/** Such as `content/hero.yaml:5: lede is missing`. */
const mistakesIn = (root: string): string[] =>
  loadContent(root).mistakes.map(({ file, line, message }) =>
    [file, ...(line ? [line] : []), ` ${message}`].join(':'),
  );

/** Returns a pattern for a sentence, in which `…` matches anything. */
const like = (sentence: string) =>
  expect.stringMatching(
    new RegExp(`^${sentence.replace(/[.?*+|(){}[\]]/g, '\\$&').replaceAll('…', '.*')}$`),
  );

const inQuotes = 'put the text between quotation marks';
const special = `the text begins with a character that has a meaning in YAML; ${inQuotes}`;

test.each([
  ['title: x\nlist:\n\t- y', 3, 'the line begins with a tab; indent it with spaces'],
  ['title: Fraud: a plan', 1, `the text has a colon with a space after it; ${inQuotes}`],
  ['title: The # 1 advisor', 1, 'loses “# 1 advisor”, which YAML takes for a comment; …'],
  ["title: 'I don't know'", 1, 'the apostrophe ends the text; write ’, …'],
  ['title: "Draw" your line', 1, 'the text ends at its second quotation mark; write “ and ” …'],
  ['weeks: 2\ntitle: "Draw\nlist: []\n', 2, 'a quotation mark … that opens here is never closed'],
  ...['@home', '%home', '*really* good', '!important', '- a thing', '{person} helps', '> 10'].map(
    (text): [string, number, string] => [`title: ${text}`, 1, special],
  ),
  ['title: x\ntitle: y', 2, 'this field occurs twice; remove one of the two'],
  ['title: x\nI help', 2, 'the line has no colon with a space after it, …'],
  ['# y\ntitle:x\n# y\nlist: ["y"]', 2, 'the line has no colon with a space after it, …'],
  ['list: ["y"]\ntitle：x\n# y\nweeks: 2', 2, 'the line has no colon with a space after it, …'],
  ['title: x\n---\nlist: []', 2, 'a line of --- ends the file; remove it'],
  ['title: x\n  list: []', 1, 'the next line is not indented like this one'],
  ['# later\n', 1, 'the file is empty'],
  ['list: &a\n  - *a\n', 2, '*a repeats itself; …'],
])('%j is explained, with its line', (text, line, message) => {
  const shape = z.object({ title: z.string(), list: z.array(z.string()), weeks: z.number() });
  const { mistakes } = parseYaml('content/hero.yaml', text, shape);
  expect(mistakes).toMatchObject([{ file: 'content/hero.yaml', line, message: like(message) }]);
});

test('a value is read as the type that its field expects', () => {
  const shape = z.object({
    ...{ year: z.string(), country: z.enum(['no', 'se']), phone: z.string() },
    ...{ booking: z.boolean().default(true), weeks: z.number(), share: z.number() },
    prices: z.array(z.number()),
  });
  const text = `{ year: 1999, country: no, phone: +12065550142, booking: no, weeks: "2", share: 0.008,
    prices: [18.000, "1.500", 1.50, 1e3, .500] }`;
  const read = {
    ...{ year: '1999', country: 'no', phone: '+12065550142', booking: false, weeks: 2 },
    // Some languages write 18,000 like the first of these, so it is no number.
    ...{ share: 0.008, prices: ['18.000', '1.500', 1.5, 1000, 0.5] },
  };
  const { value, mistakes } = parseYaml('x.yaml', text, shape);
  expect({ value, mistakes }).toEqual({ value: read, mistakes: [] });
});

/** Returns the YAML of a list of services. */
const services = (...changes: object[]) =>
  JSON.stringify(
    changes.map((each) => ({
      ...{ id: 'night-watch', title: 'Night Watch', duration: '2 weeks', weeks: [2, 2] },
      ...{ consultation: 30, summary: 'Somebody is awake.', description: 'From dusk to dawn.' },
      ...{ deliverables: ['A lantern'], message: 'I would like to sleep.', ...each },
    })),
  );
const client = 'text: Good., name: Kim, role: head of risk, firm: A firm';
const curves = { legitimate: { a: 6, b: 3 }, fraudulent: { a: 2, b: 8 } };

/** An owner’s words in YAML, and after each arrow a mistake in them. */
const mistakes = `services.items: [] → items must have 1 to 8 entries, but has 0
services.items: ${services({}, { title: 'Day Watch' })}
→ the service “Day Watch”: id is “night-watch”, which another entry of the list already has
services.items: ${services({ duration: undefined, durration: '2 weeks' })}
→ the service “Night Watch” has no field “durration”; did you mean “duration”? It has id, title, …
services.items: ${services({ id: 'Night Watch', consultation: 500, price: { amount: '18,000' } })}
→ the service “Night Watch”: id must be lower-case letters …, but is “Night Watch”
→ the service “Night Watch”: consultation must be 5 to 240 minutes, but is 500
→ the service “Night Watch”: price.amount must be a number, but is “18,000”; write …
services.items: ${services({ id: 'other', deliverables: ['A lantern', ' '], summary: null })}
→ the service “Night Watch”: id must not be other, which is the form’s last choice
→ the service “Night Watch”: summary is empty; it must be a text
→ the 2nd deliverable of the service “Night Watch” must not be empty
services.approach: Slowly → approach must be a group of fields, but is “Slowly”
services.heading: [Four] → heading must be a text, but is a list
services.heading: { Four: all } → heading must be a text (in the file: put a text with a colon …
words/en.services.labels.book: Book → services.labels.book must contain {minutes}, …
contact.faq.items: [{ question: "Is it dark?", answer: It is. }, { answer: Yes. }]
→ the 2nd question: question is missing; it must be a text
site.language: Swedish, mostly → language must be the code of a language, …
site.language: pt-br → language must be the code of a language, …, but is “pt-br”
site.currency: kronor → currency must be the code of a currency, …
site.timeZone: Seattle → timeZone must be the name of a time zone, …, but is “Seattle”
site.timeZone: EST → timeZone must be the name of a time zone, …, but is “EST”
site.retentionYears: 0 → retentionYears must be 1 or more, but is 0
site.sections: [hero, servces]
→ the 2nd entry of sections must be one of …, but is “servces”; did you mean “services”?
site.sections: [about, about]
→ the 2nd entry of sections is “about”, which another entry of the list already has
→ sections must have hero, the heading of the page
hero.eyebrow: "{booking?By day}{books? Now}" → eyebrow has a wrong placeholder: {books? …
hero.incident: Call us. → incident must contain {call}, but is “Call us.”
threshold-figure.assumptions: ${JSON.stringify({ ...thresholdFigure.assumptions, ...curves })}
→ assumptions.fraudulent must score higher than \`legitimate\`: …
clients.words: [{ ${client}, permission: false }]
→ the client “Kim”: permission needs to be true: show a client’s words or logo only with permission
about.portrait: { file: ../portrait.svg, alternative: Me }
→ portrait.file must be the name of a file in content/pictures/, …
identity.country: UK → country must be a two-letter country code, such as US, …
words/en.contact.form.submit → contact.form.submit is missing; it must be …`;

const cases = mistakes.split(/\n(?!→)/).map((row) => row.split(/\s→ /));

test.each(cases)('%s: the mistake is named with its line', (written, ...expected) => {
  const { root, set } = project();
  set('site.language', 'en');
  const [field = '', value] = written.split(/: (.*)/s);
  set(field, value && parse(value));
  const [name] = field.split('.');
  const named = expected.map((message) => like(`content/${name}.yaml:…: ${message}`));
  expect(mistakesIn(root)).toEqual(named);
});

test('the owner’s words replace those of the language, which fill in for missing ones', () => {
  const { root, set } = project();
  set('site.language', 'pt-BR');
  set('hero.evidence.labels.source', 'Onde');
  set('expertise.credentials');
  const { content } = loadContent(root);
  expect(content?.expertise.credentials).toMatchObject({ heading: expect.any(String), items: [] });
  expect(content?.hero.evidence).toMatchObject({ labels: { source: 'Onde' } });
  const { embedded } = parse(readFileSync(`${root}/content/words/pt.yaml`, 'utf8'));
  expect(content?.embedded.backHome).toBe(embedded.backHome);
});

test('a word that a language lacks is shown in English; one that English lacks is a mistake', () => {
  const { root, set } = project();
  set('site.language', 'pt');
  set('words/en.embedded.newPage', { title: 'Wait', submit: 'Add me' });
  set('words/pt.embedded.newPage', { title: 'Espere' });
  set('words/pt.resources.labels', { pages: { other: '{pages} p.' } });
  const { content } = loadContent(root);
  expect(content?.embedded).toMatchObject({ newPage: { title: 'Espere', submit: 'Add me' } });
  expect(content?.resources).toMatchObject({ labels: { access: expect.any(String) } });
  expect(content?.resources.labels.pages).toEqual({ other: '{pages} p.' });
  const lacking = ['resources.labels.access', 'embedded.newPage.submit'];
  expect(readWords(root, 'pt-BR').lacking).toEqual(expect.arrayContaining(lacking));
  set('words/pt.embedded.newPage.sumbit', 'Quero');
  expect(mistakesIn(root)).toEqual([like('content/words/pt.yaml:…: embedded.newPage has no …')]);
});

const languages = globSync('content/words/*.yaml').map((file) => basename(file, '.yaml'));

test.each(languages)('the words of %s have no mistake', (language) => {
  const { root, set, write } = project();
  // An unfinished translation is not taken as the model for other languages.
  write('words/aa.yaml', 'services: { labels: { book: Later, tomorrow: Later } }');
  write('words/.DS_Store', '');
  set('site.language', language);
  expect(mistakesIn(root)).toEqual([]);
});

test('no translation lacks a word that most others have; a new word may exist only in English', () => {
  const translations = languages.filter((name) => name !== 'en');
  const lists = translations.map((name) => readWords('.', name).lacking);
  const isLost = (word: string) =>
    lists.filter((words) => words.includes(word)).length * 2 < lists.length;
  expect(lists.flat().filter(isLost)).toEqual([]);
});

const head = '---\ntitle: A\ndescription: B\n';
const page = `${head}---\n`;

test.each<[file: string, text: string | Buffer | null, mistake: string]>([
  ['hero.yaml', null, ': the file is missing'],
  ['pages/terms.md', null, ': the file is missing'],
  ['hero.yaml', Buffer.from('a: b\nlede: café', 'latin1'), ':2: the line has invalid …'],
  ['hero.yaml', 'a: b\n<<<<<<< HEAD\n', ':2: the line is left over from a merge: …'],
  ['speaking.md', head, ': is not used; a page belongs in content/pages/, …'],
  ['pages/talks.MD', page, ': is not used; the file name of a page ends with .md'],
  ['heros.yaml', 'a: b', ': is not used; did you mean “hero.yaml”?'],
  ['pages/talks.md', 'Hello.', ':1: the head of the page is missing: …'],
  ['pages/talks.md', `${head}\nHello.`, ':1: the head of the page has no end: …'],
  ['pages/a.md', `${head}services:\n  form: { own: A, service: }\n---\n`, ':5: services.form.…'],
  ['pages/book.md', page, ': the site uses the name “book” itself; rename the file'],
  ['pages/home.md', page, ': the site uses the name “home” itself; rename the file'],
  ['pages/newsletter.md', page, ': the site uses the name “newsletter” itself; rename the file'],
  ['pages/2.md', page, ': the name of the file is the address of the page: a lower-case letter, …'],
  ['pages/talks.md', `${page}\nBy {frim}.`, ':6: {frim} is not known; use {firm}, …'],
  ['pages/talks.md', `${page}{booking? A}{books? B}`, ':5: {books? …} is not known; use …'],
])('content/%s %j: the mistake is named, and nothing is written', async (name, text, mistake) => {
  const { root, file, write } = project();
  if (text === null) rmSync(file(name));
  else write(name, text);
  const message = like(`The content has mistakes:\n  - content/${name}${mistake}`);
  await expect(freezeContent(root)).rejects.toMatchObject({ message });
  expect(existsSync(join(root, '.content/hero.ts'))).toBe(false);
});

test('a picture that is missing is a mistake of the content', async () => {
  const { root, set } = project();
  set('about.portrait', { file: 'nowhere.jpg', alternative: 'Me' });
  await expect(freezeContent(root)).rejects.toThrow(/nowhere\.jpg does not exist/);
});

test('a text editor does not require words that the language has', () => {
  const loaded = loadContent();
  const schemas = jsonSchemas('words' in loaded && loaded.words);
  expect(schemas).toMatchObject({
    services: { required: ['label', 'heading', 'intro', 'items', 'approach', 'banner'] },
    site: { properties: { pages: { required: ['home'] } } },
  });
});

test.each(globSync('content/*.yaml'))('a text editor finds the schema that %s names', (file) => {
  const [, path = '.'] = /\$schema=(\S+)/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(existsSync(join('content', path))).toBe(true);
});

test('a file from Windows is read like any other', () => {
  const { root, file, write } = project();
  for (const name of ['hero.yaml', 'pages/terms.md']) {
    write(name, `\uFEFF${readFileSync(file(name), 'utf8').replaceAll('\n', '\r\n')}`);
  }
  expect(loadContent(root)).toEqual(loadContent('.'));
});

test('a feature that is off has no entries and no texts, except in tests (behavior 1.1)', () => {
  const { root, set } = project();
  for (const name of ['booking', 'newsletter', 'resources', 'figure']) set(`site.${name}`, false);
  set('site.pages.home.title', 'Advice {booking?by appointment}');
  const { content } = loadContent(root);
  const off = { availability: null, resources: { catalogue: [] } };
  expect(content).toMatchObject({ ...off, 'threshold-figure': { title: '', caption: '' } });
  expect(content?.site.sections).not.toContain('resources');
  expect(content?.site.pages.home.title).toBe('Advice');
  expect(content?.contact.form.inquiryTypes).not.toHaveProperty('resources');
  const { site } = loadContent(root, { hasAll: true }).content ?? {};
  expect(site).toMatchObject({ booking: true, sections: expect.arrayContaining(['resources']) });
});
