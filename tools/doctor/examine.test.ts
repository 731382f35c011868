import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { availability } from '#content/availability.ts';
import { identity } from '#content/identity.ts';
import { buildRecord } from '#hosting/build-record.ts';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { isSample } from '../../tests/sample.ts';
import { findSample } from './checks/sample.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import { builtPage, healthyProject, type MutableProject } from './healthy-project.ts';
import { findOpenToOthers } from './read-project.ts';
import { formatFindings, formatFindingsAsJson, forPublishing, hasErrors } from './report.ts';
import { sampleSentencesIn } from './sample-text.ts';

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

const story =
  'In 1999 my job was to read auction disputes, one after another, and decide who was lying. After a few thousand I began to count how often I had been wrong.';

const courts =
  'These terms are governed by the law of the State of Washington, United States, without its conflict-of-law rules. The courts of King County, Washington, have exclusive jurisdiction. Before going to court, both sides try for 30 days to settle the matter by talking.';

const guide = '/resources/white-papers/ai-fraud-detection-guide.pdf';

/** Of an owner who counts visits. */
const countingPolicy =
  '---\nupdated: 2026-02-01\n---\n\nWrite to {email}. {analytics} Kept: {analyticsKept}';

/** A legal text of the sample with another date. */
const ofSample = (file: string, updated: string): string =>
  readFileSync(file, 'utf8').replace(/^updated: .*$/m, `updated: ${updated}`);

const count = (endpoint: string, policy = countingPolicy): Edit =>
  both(set({ PUBLIC_ANALYTICS_ENDPOINT: endpoint }), ({ content, texts }) => {
    texts['content/privacy.md'] = policy;
    const { footer, pages } = content.site;
    footer.facts = 'An answer within 24 hours.';
    pages.privacy.description = pages.privacy.description.replace('no tracking', 'few words');
  });

const mistakes: Record<string, Edit> = {
  'the sample’s firm': ({ content }) => {
    content.identity.firm = 'Example Risk Advisory';
  },
  'the sample’s email': ({ content }) => {
    content.identity.email = 'robin@example.com';
  },
  'the sample’s phone': ({ content }) => {
    content.identity.phone = '+12065550142';
  },
  'the sample’s hours': ({ content }) => {
    content.identity.incidentHours = identity.incidentHours;
  },
  'a social link of the sample': ({ content }) => {
    item(content.identity.socialLinks).url = 'https://github.example.com/robin';
  },
  'a former employer of the sample': ({ content }) => {
    item(content.expertise.timeline, 4).company = 'Sample Auctions';
  },
  'a role of the sample’s résumé': ({ texts }) => {
    texts['content/resume.md'] = 'Experience\n\n:::role[Sample Mail]\n:::';
  },
  'a site address that nobody owns': publishAt('https://www.example.com'),

  'the sample’s story': ({ content }) => {
    item(content.about.story).text = story;
  },
  'the sample’s story, with words changed and sentences moved': ({ content }) => {
    item(content.about.story).text =
      'Then I began to count how often I had been wrong, after a few thousand. In 1999 my job was reading auction disputes, one after another, and to decide who was lying.';
  },
  'a claim of the sample': ({ content }) => {
    Object.assign(item(content.hero.claims, 2), {
      figure: '95%',
      unit: 'abuse reduction',
      text: 'in a program I rebuilt',
    });
  },
  'a line of the sample’s résumé': ({ texts }) => {
    texts['content/resume.md'] =
      '- Hired analysts out of review, and leaders out of analysis, for years.';
  },
  'a promise of the sample': ({ content }) => {
    item(content.contact.faq.items, 2).answer =
      'A fixed price for a fixed scope, quoted within two days of the first call and agreed in writing before work starts.';
  },
  'a price of the sample': ({ content }) => {
    item(content.services.items, 0).price = { amount: 18_000 };
  },
  'the sample’s hours for bookings': ({ content }) => {
    content.availability = availability;
  },
  'courts of the sample, far from the office': ({ texts }) => {
    texts['content/terms.md'] = `---\nupdated: 2026-02-01\n---\n\n${courts}`;
  },
  'a country of the sample, and an office without a region': ({ content, texts }) => {
    content.identity.office = { city: 'London' };
    texts['content/privacy.md'] =
      '---\nupdated: 2026-02-01\n---\n\nWe work from the United States.';
  },

  'more years than the timeline has': ({ content }) => {
    Object.assign(item(content.expertise.stats, 1), { figure: '30+', text: 'years of practice' });
  },
  'more years than the timeline has, in a sentence': ({ content }) => {
    content.hero.lede = 'With 40 years in fraud prevention behind me, I am seldom surprised by it.';
  },
  'more firms than the timeline has': ({ content }) => {
    Object.assign(item(content.expertise.stats, 2), { figure: '9', text: 'major platforms' });
  },
  'a beginning before the timeline’s': ({ texts }) => {
    texts['content/resume.md'] = 'Fraud and abuse since 1987, on both sides of the table.';
  },
  'a start that is not the timeline’s': ({ content }) => {
    Object.assign(item(content.expertise.stats), { figure: '2001', text: 'started in review' });
  },
  'a role that ends before it begins': ({ content }) => {
    Object.assign(item(content.expertise.timeline, 2), { from: 2010, to: 2006 });
  },
  'a role to come': ({ content }) => {
    item(content.expertise.timeline, 1).to = 2031;
  },
  'a duration the wrong way round': ({ content }) => {
    item(content.services.items).duration = '4–2 weeks';
  },
  'a portrait that cannot be used': ({ badPictures }) => {
    badPictures.push({
      file: 'content/about.ts',
      field: 'portrait.file',
      message: 'portrait: content/pictures/portrait.jpg does not exist: put the file there',
    });
  },
  'a duration that the scale draws otherwise': ({ content }) => {
    item(content.services.items, 3).weeks = [12, 48];
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
  'a phone number without its country': ({ content }) => {
    content.identity.phone = '206-555-0142';
  },
  'a missing field': ({ content }) => {
    Reflect.deleteProperty(content.site.footer, 'rights');
  },
  'an empty field': ({ content }) => {
    content.hero.lede = ' ';
  },
  'a social link that is not encrypted': ({ content }) => {
    item(content.identity.socialLinks).url = 'http://github.com/harborrisk';
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
  'a line of the policy’s head that is not in its text': count(
    '/api/count',
    countingPolicy.replace('---', '---\n# {analytics}').replace('to {email}. {analytics}', ''),
  ),
  'a denial of what is counted': count('/api/count', `${countingPolicy} There are no analytics.`),
  'a claim that nobody is tracked, beside a service': both(
    count('https://plausible.io/api/event'),
    ({ content }) => {
      content.site.footer.facts = '0\u00a0cookies. 0\u00a0trackers.';
    },
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
  'a percentage of nothing': ({ content }) => {
    const { baseline: _, period: __, ...claim } = item(content.hero.claims, 2);
    content.hero.claims[2] = claim;
  },
  'a claim without its role': ({ content }) => {
    item(content.hero.claims).source = 1998;
  },
  'two resources with one id': ({ content }) => {
    item(content.resources.catalogue, 1).id = 'ai-fraud-detection-guide';
  },

  'a word left for later': ({ content }) => {
    item(content.about.story).text = 'TODO: how it began';
  },
  'a filler text': ({ texts }) => {
    texts['content/terms.md'] = '---\nupdated: 2026-02-01\n---\n\nLorem ipsum dolor sit amet.';
  },
  'an unencrypted address in a text': ({ content }) => {
    item(content.contact.faq.items).answer = 'See http://harborrisk.com/faq.';
  },
  'an unknown name in braces': ({ texts }) => {
    texts['content/privacy.md'] = '---\nupdated: 2026-02-01\n---\n\nWrite to {emial}.';
  },
  'a date to come': ({ texts }) => {
    texts['content/terms.md'] = '---\nupdated: 2027-01-01\n---\n';
  },
  'a date older than the text': ({ changed }) => {
    changed['content/terms.md'] = '2026-03-09';
  },
  'the sample’s date over a text that is not the sample’s': ({ texts }) => {
    texts['content/terms.md'] = '---\nupdated: 2024-01-01\n---\n\nOur own terms.';
  },
  'the sample’s statement on accessibility': ({ texts }) => {
    texts['content/accessibility.md'] = ofSample('content/accessibility.md', '2026-02-01');
  },

  'a title that is too long': ({ content }) => {
    content.site.pages.home.title = 'Independent advice on fraud risk, identity and trust & safety';
  },
  'a description that is too long': ({ content }) => {
    content.site.pages.home.description += ' Based in Seattle.';
  },
  'a description that says too little': ({ content }) => {
    content.site.pages.terms.description = 'Our terms.';
  },
  'two pages with one description': ({ content }) => {
    content.site.pages.privacy.description = content.site.pages.terms.description;
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
  'a PDF of the sample': ({ publicFiles }) => {
    const pdf = { bytes: bytes('%PDF the résumé'), pages: 2, author: 'Robin Example' };
    publicFiles.set('/resources/resume.pdf', pdf);
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
    if (built) built.newerSource = 'content/hero.ts';
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
  'an unencrypted address in a page': write('<a href="http://ftc.gov/fraud">The rule</a>'),
  'a picture without alternative text': write('<img src="/cover.webp">'),
  'a picture described by its file': write('<img src="/cover.webp" alt="cover.webp">'),
  'a drawing without a name': write('<svg></svg>'),
  'a frame without a title': write('<iframe src="/newsletter"></iframe>'),

  'a page without a title': ({ built }) => {
    built?.pages[1]?.root.querySelector('title')?.remove();
  },
  'a page without a description': ({ built }) => {
    built?.pages[1]?.root.querySelector('meta')?.remove();
  },
  'what a template left behind': write('<p>Write to {email} today.</p>'),
  'a missing share picture': ({ built }) => {
    built?.files.delete('/share/home.png');
  },
  'a site closed to search engines': ({ built }) => {
    built?.files.set('/robots.txt', bytes('User-agent: *\nDisallow: /\n'));
  },
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

test.each([
  ['2024-01-01', ['2024-01-01, the day of the last update, is one of the sample.']],
  ['2026-02-01', []],
])('a text of the sample dated %s is as old as it says', (updated, expected) => {
  const project = healthyProject();
  project.texts['content/privacy.md'] = ofSample('content/privacy.md', updated);
  project.changed['content/privacy.md'] = '2026-03-09';
  const dates = examine(project).filter(({ field }) => field === 'updated');
  expect(dates.map(({ message }) => message)).toEqual(expected);
});

test('the words of every finding are those of the list', async () => {
  const list = Object.entries(mistakes).map(([name, edit]) => {
    const findings = examineWith(edit).map(
      ({ severity, message, file, field, fix }) =>
        `  ${severity}: ${message}\n  where: ${file}, ${field}\n  fix: ${fix}\n`,
    );
    return [name, ...findings].join('\n');
  });
  await expect(list.join('\n')).toMatchFileSnapshot('known-mistakes.txt');
});

test('an owner reads the gravest first, with the place and the way to fix it', () => {
  const project = healthyProject();
  mistakes['an expired security.txt']?.(project);
  mistakes['a description that says too little']?.(project);
  const [first, ...rest] = formatFindings(examine(project)).split('\n\n');
  expect(first).toBe('An error: must be fixed before the site is published');
  expect(rest[0]).toBe(
    `  /.well-known/security.txt expired on 2026-10-31; finders of holes will not trust it.
    where  content/site.ts, securityTxtExpires
    fix    Check that the email in content/identity.ts is read, and put a day within a year there.`,
  );
  expect(rest[1]).toBe('A warning: should be looked at');
  expect(rest[3]).toBe('2 notes: only to be known');
  expect(rest.at(-1)).toBe('This site must not be published yet.');
});

test('a site of which nothing is wrong may be published', () => {
  expect(formatFindings(examine(healthyProject()))).toMatch(
    /Nothing stands against publishing this site\.$/,
  );
});

test('before publishing, what is left of the sample is an error, and it never says that nothing is', () => {
  const project = healthyProject();
  mistakes['the sample’s story']?.(project);
  const findings = examine(project);
  expect(hasErrors(findings)).toBe(false);
  expect(formatFindings(findings)).toMatch(/must not be published yet\.$/);
  expect(JSON.parse(formatFindingsAsJson(findings))).toMatchObject({ publishable: false });
  expect(hasErrors(forPublishing(findings))).toBe(true);
});

test('warnings are spoken of before publishing', () => {
  const project = healthyProject();
  mistakes['a promise of the sample']?.(project);
  const findings = forPublishing(examine(project));
  expect(hasErrors(findings)).toBe(false);
  expect(formatFindings(findings)).toMatch(/look at the warnings first\.$/);
});

test('an owner in the sample’s city has to change no more than the names of the sample', () => {
  const project = healthyProject();
  Object.assign(project.content.identity, {
    office: { city: 'Seattle', region: 'WA' },
    country: 'US',
  });
  const terms = `---\nupdated: 2026-02-01\n---\n\n${courts}`;
  project.texts = { ...project.texts, 'content/terms.md': terms };
  expect(findSample(project)).toEqual([]);
  mistakes['the sample’s story']?.(project);
  const places = () => findSample(project).map(({ file, field }) => [file, field]);
  expect(places()).toEqual([['content/about.ts', 'story[0].text']]);
  mistakes['the sample’s firm']?.(project);
  expect(places()).toEqual([
    ['content/identity.ts', 'firm'],
    ['content/about.ts', 'story[0].text'],
    ['content/identity.ts', 'office'],
    ['content/identity.ts', 'country'],
    ['content/terms.md', 'line 5'],
  ]);
});

test('nobody else’s sentences are the sample’s', () => {
  const texts = globSync(['docs/**/*.md', 'papers/text/agentic*.md', 'CONTRIBUTING.md'], {
    // What was spoken of the sample.
    exclude: ['docs/screen-reader.md'],
  });
  expect(texts.length).toBeGreaterThan(10);
  for (const file of texts) {
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.flatMap(sampleSentencesIn), file).toEqual([]);
  }
});

test('the sample is called a sample, to people and to machines', () => {
  const project = healthyProject();
  mistakes['the sample’s firm']?.(project);
  const findings = examine(project);
  expect(formatFindings(findings)).toMatch(/^This is the sample that the project comes with/);
  expect(JSON.parse(formatFindingsAsJson(findings))).toMatchObject({
    publishable: false,
    sample: true,
    findings: [{ severity: 'error', file: 'content/identity.ts', field: 'firm' }, {}, {}],
  });
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
