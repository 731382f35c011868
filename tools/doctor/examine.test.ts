import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { buildRecord } from '#hosting/build-record.ts';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { isSample } from '../../tests/sample.ts';
import { confirm, findSample } from './checks/sample.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import { builtPage, healthyProject, type MutableProject, sampleTexts } from './healthy-project.ts';
import { fileTexts, findOpenToOthers } from './read-project.ts';
import { formatFindings, formatFindingsAsJson, hasErrors } from './report.ts';
import type { Marks } from './sample.ts';
import type { Text } from './texts.ts';

// The healthy project is made of the sample, so on anybody else's site these are skipped.
const test = base.skipIf(!isSample);

type Edit = (project: MutableProject) => void;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const item = <Item>(items: readonly Item[], index = 0): Item => items[index] as Item;

/** Configures the site after it was built. */
const reconfigure =
  (environment: Record<string, string | undefined>, host: MutableProject['host'] = 'node'): Edit =>
  (project) => {
    Object.assign(project.environment, environment);
    project.host = host;
  };

/** Configures the site and builds it. */
const set =
  (...args: Parameters<typeof reconfigure>): Edit =>
  (project) => {
    reconfigure(...args)(project);
    if (project.built) project.built.record = buildRecord(project.environment);
  };

/** Builds and configures the site for an address. */
const publishAt =
  (url: string): Edit =>
  (project) => {
    Object.assign(project, healthyProject(url));
  };

const write =
  (html: string): Edit =>
  ({ built }) => {
    built?.pages.splice(1, 1, builtPage('/terms', `<h2 id="liability"></h2>${html}`));
  };

const external = {
  PUBLIC_FORM_ENDPOINT: 'https://api.web3forms.com/submit',
  PUBLIC_FORM_ACCESS_KEY: '3f0a6a6e-6f3b-4c5e-9d52-0a4b8d1a7c11',
};

const both =
  (...edits: Edit[]): Edit =>
  (project) => {
    for (const edit of edits) edit(project);
  };

const guide = '/resources/white-papers/ai-fraud-detection-guide.pdf';

/** Of an owner who counts visits. */
const countingPolicy = 'Write to {email}. {analytics} Kept: {analyticsKept}';

const privacy = 'content/pages/privacy.md';

const say =
  (text: string, file = privacy, field = 'text'): Edit =>
  ({ texts }) => {
    texts.push({ file, line: 5, field, section: '', text });
  };

const count = (endpoint: string, policy = countingPolicy): Edit =>
  both(set({ PUBLIC_ANALYTICS_ENDPOINT: endpoint }), say(policy));

const mistakes: Record<string, Edit> = {
  'a site address that nobody owns': publishAt('https://www.example.com'),
  'a role that ends before it begins': ({ content }) => {
    Object.assign(item(content.expertise.timeline, 2), { from: 2010, to: 2006 });
  },
  'a mail server without a recipient': set({ SMTP_URL: 'smtps://u:p@mail.harborrisk.com:465' }),
  'a recipient without a mail server': set({ INBOX_TO: 'robin@harborrisk.com' }),
  'a mail server with a scheme that is none': set({
    SMTP_URL: 'mail.harborrisk.com:465',
    INBOX_TO: 'robin@harborrisk.com',
  }),
  'a mail server on a static host': set(
    {
      ...external,
      PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
      PUBLIC_NEWSLETTER_URL: 'https://robin.substack.com/embed',
      SMTP_URL: 'smtps://u:p@mail.harborrisk.com:465',
      PORT: '8080',
    },
    'static',
  ),
  'an inbox that others can read': ({ openToOthers }) => {
    openToOthers.push('data', 'data/inbox.sqlite');
  },
  'a proxy’s header on Workers': set({ TRUSTED_PROXY_HEADER: 'X-Forwarded-For' }, 'workers'),
  'a form service and a recipient': set({
    ...external,
    SMTP_URL: 'smtps://u:p@mail.harborrisk.com:465',
    INBOX_TO: 'robin@harborrisk.com',
  }),

  'a top level that does not exist': ({ content }) => {
    content.identity.email = 'robin@harborrisk.con';
  },
  'a phone number that no country has': ({ content }) => {
    content.identity.phone = '+11234567890';
  },
  'no site address': both(publishAt('http://localhost:4321'), set({ SITE_URL: undefined })),
  'an unencrypted site address': publishAt('http://harborrisk.com'),
  'a site address of this machine': publishAt('https://localhost'),
  'a variable that is no address': set({ PUBLIC_BOOKING_URL: 'calendly/robin' }),
  'a booking widget that is no script': set({
    PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
    PUBLIC_BOOKING_WIDGET_URL: 'https://calendly.com/robin/widget',
  }),
  'a booking widget of Cal.com': set({
    PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
    PUBLIC_BOOKING_WIDGET_URL: 'https://app.cal.com/embed/embed.js',
  }),
  'a booking widget that is not known': set({
    PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
    PUBLIC_BOOKING_WIDGET_URL: 'https://widgets.harborrisk.com/widget.js',
  }),
  'a booking page that is not encrypted': set({ PUBLIC_BOOKING_URL: 'http://calendly.com/robin' }),
  'a newsletter that only this machine sees': set({
    PUBLIC_NEWSLETTER_URL: 'https://192.168.1.7/embed',
  }),
  'a booking page of a sample': set({ PUBLIC_BOOKING_URL_60: 'https://booking.example.com/robin' }),
  'a password in an address': set({
    PUBLIC_BOOKING_URL: 'https://robin:secret@calendly.com/robin',
  }),
  'the default access key': both(set({ ...external, PUBLIC_FORM_ACCESS_KEY: 'embedded' })),
  'a form service without a key': both(
    set({ PUBLIC_FORM_ENDPOINT: external.PUBLIC_FORM_ENDPOINT }),
  ),
  'a mail server on Workers': set(
    { SMTP_URL: 'smtps://mail.harborrisk.com', INBOX_TO: 'robin@harborrisk.com' },
    'workers',
  ),
  'a port on Workers': set(
    { PORT: '8080', RESEND_API_KEY: 're_x', INBOX_TO: 'robin@harborrisk.com' },
    'workers',
  ),
  'an address to mail to that is none, on Workers': set(
    { RESEND_API_KEY: 're_x', INBOX_TO: 'robin' },
    'workers',
  ),
  'the embedded form on a static host': set(
    {
      PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
      PUBLIC_NEWSLETTER_URL: 'https://robin.substack.com/embed',
    },
    'static',
  ),
  'the embedded booking page on a static host': both(
    set({ ...external, PUBLIC_NEWSLETTER_URL: 'https://robin.substack.com/embed' }, 'static'),
  ),
  'the embedded newsletter on a static host': both(
    set(
      {
        ...external,
        PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
        PUBLIC_NEWSLETTER_URL: '/newsletter',
      },
      'static',
    ),
  ),
  'the embedded counter on a static host': both(
    count('/api/count'),
    set(
      {
        ...external,
        PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
        PUBLIC_NEWSLETTER_URL: 'https://robin.substack.com/embed',
      },
      'static',
    ),
  ),
  'a counter that is none': count('/api/counts'),
  'a counting service that is no address': count('plausible'),
  'a counting service without its path': count('https://plausible.io'),
  'a counting service that is not encrypted': count('http://plausible.io/api/event'),
  'a policy that does not say what is counted': count(
    '/api/count',
    countingPolicy.replace('{analytics}', ''),
  ),
  'a policy that does not say how long counts are kept': count(
    '/api/count',
    countingPolicy.replace('{analyticsKept}', ''),
  ),
  'a line of the policy’s head that is not in its text': both(
    count('/api/count', countingPolicy.replace('{analytics}', '')),
    say('{analytics}', privacy, 'summary'),
  ),
  'a resource outside the catalogue': ({ content }) => {
    content.services.banner.caseStudiesResource = 'case-histories';
  },
  'a section that does not exist': ({ content }) => {
    content.about.learnMoreTarget = '#experience';
  },
  'a target that is no address': ({ content }) => {
    content.about.learnMoreTarget = 'expertise';
  },
  'a company without its link': ({ content }) => {
    item(content.expertise.timeline, 2).link = 'tollhouse';
  },
  'a claim without its role': ({ content }) => {
    item(content.hero.claims).source = 1998;
  },
  'a word left for later': say('TODO: how it began', 'content/about.yaml', 'story[].text'),
  'a filler text': say('Lorem ipsum dolor sit amet.'),
  'an unencrypted address in a text': say('See http://harborrisk.com/faq.'),
  'a date to come': ({ content }) => {
    item(content.pages).updated = '2027-01-01';
  },
  'a title that is too long': ({ content }) => {
    content.site.pages.home.title = 'Independent advice on fraud risk, identity and trust & safety';
  },
  'a description that is too long': ({ content }) => {
    content.site.pages.home.description += ' Based in Seattle.';
  },
  'a description that says too little': ({ content }) => {
    item(content.pages).description = 'Our terms.';
  },
  'two pages with one description': ({ content }) => {
    item(content.pages, 1).description = item(content.pages).description;
  },
  'an expired security.txt': ({ content }) => {
    content.site.securityTxtExpires = '2026-10-31';
  },
  'a security.txt that expires soon': ({ content }) => {
    content.site.securityTxtExpires = '2026-12-01';
  },
  'a security.txt for ever': ({ content }) => {
    content.site.securityTxtExpires = '2036-11-01';
  },

  'a missing white paper': ({ publicFiles }) => {
    publicFiles.delete(guide);
  },
  'a white paper that is no PDF': ({ publicFiles, built }) => {
    publicFiles.set('/resources/resume.pdf', { bytes: bytes('<html>'), pages: null });
    built?.files.set('/resources/resume.pdf', bytes('<html>'));
  },
  'another file in the built site': ({ built }) => {
    built?.files.set(guide, bytes('%PDF older'));
  },
  'a file that the build lacks': ({ built }) => {
    built?.files.delete('/resources/resume.pdf');
  },
  'a filename that is not the file’s': ({ content }) => {
    item(content.resources.catalogue).filename = 'guide.pdf';
  },
  'a wrong number of pages': ({ content }) => {
    item(content.resources.catalogue).pages = 30;
  },
  'a wrong size': ({ content }) => {
    item(content.resources.catalogue).size = '2 MB';
  },
  'a document that nothing leads to': ({ publicFiles }) => {
    publicFiles.set('/resources/agentic.pdf', { bytes: bytes('%PDF'), pages: 20 });
  },
  'a document older than its source': ({ staleDocuments }) => {
    staleDocuments.push({
      file: 'public/resources/resume.pdf',
      field: 'the whole file',
      message: 'content/resume.md is newer than public/resources/resume.pdf',
    });
  },

  'a share picture with the name of another firm': ({ staleDocuments }) => {
    staleDocuments.push({
      file: 'public/share/home.png',
      field: 'the whole file',
      message: 'content/ is newer than public/share/home.png',
    });
  },

  'no built site': (project) => {
    project.built = null;
  },
  'a source newer than the build': ({ built }) => {
    if (built) built.newerSource = 'content/hero.yaml';
  },
  'a build for another address': reconfigure({ SITE_URL: 'https://harbor-risk.com' }),
  'a build for another booking page of 45 minutes': reconfigure({
    PUBLIC_BOOKING_URL_45: 'https://calendly.com/robin/45',
  }),
  'a build with a newsletter that is no more': ({ built, environment }) => {
    const PUBLIC_NEWSLETTER_URL = 'https://robin.substack.com/embed';
    if (built) built.record = buildRecord({ ...environment, PUBLIC_NEWSLETTER_URL });
  },
  'a build without a record': ({ built }) => {
    if (built) built.record = null;
  },

  'a link to no page': write('<a href="/imprint">Imprint</a>'),
  'a link to no part of a page': write('<a href="/terms#warranty">Warranty</a>'),
  'a link to no service': write('<a href="/#contact?service=audits">Discuss This Service</a>'),
  'a link that is empty': write('<a href="mailto:">Write to me</a>'),
  'a link that runs a script': write('<a href="javascript:void(0)">More</a>'),
  'a picture that is not there': write('<img src="/portrait.webp" alt="Robin at work">'),
  'a picture without alternative text': write('<img src="/cover.webp">'),
  'a picture described by its file': write('<img src="/cover.webp" alt="cover.webp">'),
  'what a template left behind': write('<p>Write to {email} today.</p>'),
};

const examined = new Map<Edit, Finding[]>();
const examineWith = (edit: Edit): Finding[] => {
  const known = examined.get(edit);
  if (known) return known;
  const project = healthyProject();
  edit(project);
  const findings = examine(project).filter(({ severity }) => severity !== 'note');
  examined.set(edit, findings);
  return findings;
};

test('a healthy site has no more than a note on each button that is left to the owner', () => {
  expect(examine(healthyProject())).toMatchObject([
    { severity: 'note', field: 'banner.caseStudiesResource' },
    { severity: 'note', field: 'learnMoreTarget' },
  ]);
});

test('without a host the embedded services are a note', () => {
  const project = { ...healthyProject(), host: null };
  expect(examine(project)[0]).toMatchObject({
    severity: 'note',
    field: 'PUBLIC_FORM_ENDPOINT, PUBLIC_BOOKING_URL, PUBLIC_NEWSLETTER_URL',
  });
});

test('a site that counts has a policy that says so, and with a service a note of what that keeps', () => {
  const notes = (endpoint: string) => {
    const project = healthyProject();
    count(endpoint)(project);
    return examine(project).map(({ severity, field }) => `${severity} ${field}`);
  };
  const buttons = ['note banner.caseStudiesResource', 'note learnMoreTarget'];
  expect(notes('/api/count').toSorted()).toEqual(buttons);
  expect(notes('https://plausible.io/api/event').toSorted()).toEqual([...buttons, 'note services']);
});

test('a site on Workers that tells nobody of submissions has a note of it', () => {
  const messages = (project: MutableProject) => examine(project).map(({ message }) => message);
  const told = /tells you of submissions/;
  const RESEND_API_KEY = 're_x';
  const project = { ...healthyProject(), host: 'workers' as const };
  expect(messages(project)).toContainEqual(expect.stringMatching(told));
  Object.assign(project.environment, { RESEND_API_KEY, INBOX_TO: 'robin@harborrisk.com' });
  expect(messages(project)).not.toContainEqual(expect.stringMatching(told));
});

test.each(Object.entries(mistakes))('%s is the one thing found', (_name, edit) => {
  expect(examineWith(edit)).toHaveLength(1);
});

test('the words of every finding are those of the list', async () => {
  const list = Object.entries(mistakes).map(([name, edit]) => {
    const findings = examineWith(edit).map(
      // Lines are those of the owner's files.
      ({ severity, message, file, field, fix }) =>
        `  ${severity}: ${message}\n  where: ${file}, ${field}\n  fix: ${fix}\n`,
    );
    return [name, ...findings].join('\n');
  });
  await expect(list.join('\n')).toMatchFileSnapshot('known-mistakes.txt');
});

test('an owner reads the gravest first, by file and line, and ten of them at most', () => {
  const project = healthyProject();
  mistakes['an expired security.txt']?.(project);
  mistakes['a claim without its role']?.(project);
  mistakes['a description that says too little']?.(project);
  const findings = examine(project);
  const line = (file: string, field: string) => project.lineOf(file, field);
  expect(formatFindings(findings).split('\n\n')).toEqual([
    `Must be fixed before the site is published
  content/hero.yaml
    ${line('content/hero.yaml', 'claims[0].source')}  The claim “in fraud risk, abuse, and identity” names a role that began in 1998, and there is none: use the year of a role in content/expertise.yaml: 2023, 2016, 2010, 2004, 1999.
  content/site.yaml
    ${line('content/site.yaml', 'securityTxtExpires')}  /.well-known/security.txt expired on 2026-10-31; finders of holes will not trust it: check that the email in content/identity.yaml is read, and put a day within a year there.`,
    `Should be looked at
  content/pages/terms.md
    3  The description has only 10 characters, and search results have room for 160: say what a visitor finds on the page.`,
    expect.stringMatching(/^Only to be known\n/),
    'This site must not be published yet.',
  ]);
  const many = Array.from({ length: 12 }, () => findings).flat();
  const short = formatFindings(many, false);
  expect(short.match(/^ {4}\S/gm)).toHaveLength(10);
  expect(short).toContain('and 50 more: npm run doctor -- --all');
});

test('a site of which nothing is wrong may be published', () => {
  expect(formatFindings(examine(healthyProject()))).toMatch(
    /Nothing stands against publishing this site\.$/,
  );
});

const findingsIn = (texts: readonly Text[], confirmed: Marks = {}) =>
  findSample({ ...healthyProject(), texts, confirmed });

/** The text of the sample that has these words. */
const sampleText = (file: string, words: string): Text => {
  const found = sampleTexts.find((text) => text.file === file && text.text.includes(words));
  if (!found) throw new Error(`${file} has no “${words}”`);
  return found;
};

const pdf = (title: string, source?: string): Text[] =>
  fileTexts(new Map([[guide, { bytes: bytes(title), pages: 2, title, source }]]));

test.each([
  ['content/identity.yaml', 'Robin Example'],
  ['content/identity.yaml', '7\u00a0p.m.'],
  ['content/identity.yaml', 'Seattle'],
  ['content/hero.yaml', '1B+'],
  ['content/services.yaml', '18000'],
  ['content/services.yaml', 'Four engagements'],
  ['content/expertise.yaml', 'Sample Auctions'],
  ['content/expertise.yaml', 'Professional liability and cyber insurance.'],
  ['content/about.yaml', 'I started by reading cases'],
  ['content/about.yaml', 'who was lying'],
  ['content/contact.yaml', 'Incidents, on weekdays.'],
  ['content/resources.yaml', 'One letter a month'],
  ['content/threshold-figure.yaml', 'Fig. 1'],
  ['content/threshold-figure.yaml', '10000'],
  ['content/availability.yaml', '13:00–17:00'],
  ['content/pages/terms.md', '$1 million'],
  ['content/pages/terms.md', 'BSA officer'],
  ['content/pages/terms.md', 'Gramm-Leach-Bliley'],
  ['content/pages/terms.md', '2024-01-01'],
  ['content/pages/privacy.md', 'from the United States'],
  ['content/resume.md', ':::role[Sample Mail]'],
  ['content/resume.md', 'Hired analysts'],
])('%s: “%s” is the sample’s until it is changed or confirmed', (file, words) => {
  const text = sampleText(file, words);
  const [found, ...others] = findingsIn([text]);
  expect([found, others]).toMatchObject([{ file, line: text.line, isSample: true }, []]);
  expect(findingsIn([{ ...text, text: text.text.replace(/,? /g, '  ') }])).toHaveLength(1);
  expect(findingsIn([{ ...text, text: text.text.replace(/[\p{L}\d]+/gu, '$&s') }])).toEqual([]);
  const project = { ...healthyProject(), texts: [text] };
  expect(findingsIn([text], confirm(project, [file]))).toEqual([]);
  expect(findingsIn([text], confirm(project, ['content/other.yaml']))).toHaveLength(1);
});

test('what is left of a section of the sample is one finding, with its lines', () => {
  const story = sampleTexts.filter(({ field }) => field === 'story[].text');
  expect(findingsIn(story.toReversed())).toMatchObject([
    {
      field: 'story',
      message: expect.stringMatching(/^“Later I hired.*”, and 6 more to line \d+, are/),
    },
  ]);
});

test.each([
  ['content/about.yaml', 'About'],
  ['content/expertise.yaml', 'Where I have worked'],
  ['content/case-studies.yaml', 'What changed, in figures'],
  ['content/services.yaml', 'Trust & Safety Program Build'],
  ['content/services.yaml', 'ai-ml-intelligence'],
  ['content/site.yaml', '0\u00a0cookies'],
  ['content/pages/privacy.md', 'sends your message to this site itself'],
  ['content/pages/accessibility.md', '## Report an accessibility problem'],
])('%s: “%s” may stay', (file, words) => {
  expect(findingsIn([sampleText(file, words)])).toEqual([]);
});

test('a paper of the sample is known by its title or its source, whoever its author is', () => {
  const source = readFileSync('papers/text/ai-fraud-detection-guide.md', 'utf8');
  expect(findingsIn(pdf('The AI Fraud Detection Guide'))).toHaveLength(1);
  expect(findingsIn(pdf('Chargebacks in Practice', source))).toHaveLength(1);
  expect(findingsIn(pdf('Chargebacks in Practice', `${source} More.`))).toEqual([]);
});

test('a site with something of the sample must not be published', () => {
  const project = healthyProject();
  project.texts = [sampleText('content/about.yaml', 'who was lying')];
  const findings = examine(project);
  expect(hasErrors(findings)).toBe(true);
  expect(formatFindings(findings)).toMatch(/^This is the sample that the project comes with/);
  expect(JSON.parse(formatFindingsAsJson(findings))).toMatchObject({
    publishable: false,
    sample: true,
  });
});

test('warnings are spoken of before publishing', () => {
  const project = healthyProject();
  mistakes['an inbox that others can read']?.(project);
  expect(formatFindings(examine(project))).toMatch(/look at the warnings first\.$/);
});

test('folder and file of an inbox that others can open are found, and a missing one is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-'));
  const dataDir = join(folder, 'data');
  expect(findOpenToOthers(dataDir)).toEqual([]);
  openDatabase(join(dataDir, 'inbox.sqlite')).close();
  expect(findOpenToOthers(dataDir)).toEqual([]);
  chmodSync(dataDir, 0o755);
  expect(findOpenToOthers(dataDir)).toEqual([dataDir]);
  rmSync(folder, { recursive: true });
});
