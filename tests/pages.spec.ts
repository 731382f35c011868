import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { about } from '../content/about.ts';
import { contact } from '../content/contact.ts';
import { expertise } from '../content/expertise.ts';
import { hero } from '../content/hero.ts';
import { resources } from '../content/resources.ts';
import { services } from '../content/services.ts';
import { expect, expectLink, open, scheduleIn, test } from './fixtures.ts';

// Behavior 1.2, 1.3.

test('the home page has its sections in order, under one header and over one footer', async ({
  page,
}) => {
  await open(page);
  const ids = await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(['hero', 'services', 'expertise', 'about', 'resources', 'contact']);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hero.headline.join(' '));
});

test('the header leads to every section and to the booking page', async ({ page }) => {
  await open(page);
  const header = page.getByRole('banner');
  const names = ['Services', 'Expertise', 'About', 'Resources', 'Contact'];
  await expect(header.getByRole('navigation').getByRole('link')).toHaveText(names);
  await expectLink(header, 'Schedule Consultation', '/book');
  await expectLink(header, site.labels.logo, '#hero');
});

test('the hero makes the four claims and names the four fields', async ({ page }) => {
  await open(page);
  const section = page.locator('#hero');
  // Each claim leads to its role, named by the first year.
  for (const [index, [claim, year]] of (
    [
      ['25+', 1999],
      ['1B+', 2010],
      ['95%', 2004],
      ['50+', 2016],
    ] as const
  ).entries()) {
    const item = section
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
      .nth(index);
    await expect(item.getByText(claim, { exact: true })).toBeVisible();
    const source = item.getByRole('link');
    await expect(source).toHaveAccessibleName(
      new RegExp(`^Source ${index + 1}: Sample .*, ${year}–`),
    );
    await source.click();
    await expect(page.locator(`#role-${year}`)).toBeInViewport();
  }
  await expect(section.getByRole('heading', { level: 2 })).toHaveText([
    'Trust & Safety',
    'Risk Intelligence',
    'Identity Systems',
    'AI & ML',
  ]);
  await expect(scheduleIn(section)).toBeVisible();
  await expectLink(section, hero.resourcesLabel, '#resources');
});

test('each service opens to its description, its deliverables and a way to discuss it', async ({
  page,
}) => {
  await open(page);
  const specified = {
    'risk-strategy': { duration: '2–4 weeks', minutes: 30 },
    'program-build': { duration: '8–12 weeks', minutes: 45 },
    'ai-ml-intelligence': { duration: '6–10 weeks', minutes: 30 },
    'fractional-leadership': { duration: '3–12 months', minutes: 60 },
  };
  for (const [index, service] of services.items.entries()) {
    const { duration, minutes } = specified[service.id];
    const card = page.locator('#services details').nth(index);
    await expect(card.locator('summary')).toContainText(duration);
    await expect(card.getByText(service.description)).toBeHidden();
    await card.getByRole('heading', { name: service.title }).click();
    await expect(card.getByText(service.description)).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText(service.deliverables);
    await expectLink(card, services.labels.discuss, `#contact?service=${service.id}`);
    await expect(card.getByRole('link', { name: /^Book/ })).toHaveAccessibleName(
      new RegExp(`^Book ${minutes} minutes`),
    );
    await card.getByRole('heading', { name: service.title }).click();
    await expect(card.getByText(service.description)).toBeHidden();
  }
});

test('the approach has four steps, and the banner its two buttons', async ({ page }) => {
  await open(page);
  const section = page.locator('#services');
  await expect(section.locator('ol').getByRole('heading')).toHaveText([
    'Discovery & Assessment',
    'Strategic Planning',
    'Implementation Support',
    'Optimization & Scale',
  ]);
  await expect(section.getByRole('link', { name: services.banner.caseStudiesLabel })).toBeVisible();
  await expect(scheduleIn(section)).toBeVisible();
});

test('expertise has values, five roles with the current one marked, panels and stats', async ({
  page,
}) => {
  await open(page);
  const section = page.locator('#expertise');
  await expect(section.getByText('is one person: Robin Example.')).toBeVisible();
  for (const { title, text } of [...expertise.values, ...expertise.panels]) {
    await expect(section.getByText(title, { exact: true })).toBeVisible();
    await expect(section.getByText(text)).toBeVisible();
  }
  const roles = section.locator('li[id^=role-]');
  await expect(roles).toHaveCount(5);
  await expect(roles.filter({ hasText: expertise.currentRole })).toHaveCount(1);
  await expect(roles.first()).toContainText(expertise.currentRole);
  await expectLink(section, expertise.resumeLabel, site.resumeFile);
  for (const number of ['1999', '25+', '4', '1B+']) {
    await expect(section.getByRole('definition').getByText(number, { exact: true })).toBeVisible();
  }
  await expect(scheduleIn(section)).toBeVisible();
});

test('about has the story, the quote, three principles and its two buttons', async ({ page }) => {
  await open(page);
  const section = page.locator('#about');
  for (const { title, text } of [...about.story, ...about.principles]) {
    await expect(section.getByRole('heading', { name: title })).toBeVisible();
    await expect(section.getByText(text)).toBeVisible();
  }
  await expect(section.locator('blockquote p')).toHaveText(about.quote);
  await expect(scheduleIn(section)).toBeVisible();
  const before = page.url();
  await section.getByRole('button', { name: about.learnMoreLabel }).click();
  expect(page.url()).toBe(before);
});

test('resources have two papers, with the pages and sizes that are known, and the newsletter', async ({
  page,
}) => {
  await open(page);
  const section = page.locator('#resources');
  const cards = section.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(section.getByRole('link', { name: resources.labels.access })).toHaveCount(2);
  await expect(cards.first()).toContainText('32 pages');
  await expect(cards.first()).toContainText('512 KB');
  await expect(cards.last()).not.toContainText(/\d+ (?:pages|KB)/);
  for (const { title } of resources.catalogue) {
    await expect(section.getByRole('heading', { name: title })).toBeVisible();
  }
  const frame = section.frameLocator('iframe[title="Newsletter sign-up"]');
  await section.locator('iframe').scrollIntoViewIfNeeded();
  await expect(frame.getByRole('button', { name: embedded.newsletter.submit })).toBeVisible();
});

test('contact has three ways, the form, the details and the questions', async ({ page }) => {
  await open(page);
  const section = page.locator('#contact');
  await expect(scheduleIn(section)).toBeVisible();
  await expectLink(section, contact.actions.email.label, 'mailto:robin@example.com');
  await expectLink(section, 'Call (206) 555-0142', 'tel:+12065550142');
  await expect(section.getByText(contact.actions.schedule.text)).toBeVisible();
  await expect(section.getByText('Seattle, WA')).toBeVisible();
  await expect(section.getByText(contact.details.response, { exact: true })).toBeVisible();
  await expect(section.getByText(identity.email, { exact: true })).toBeVisible();
});

test('of the questions one is open at a time, the first at the start, and it closes', async ({
  page,
}) => {
  await open(page);
  const [first, second] = contact.faq.items;
  const question = (text = '') => page.getByRole('heading', { name: text });
  const answer = (text = '') => page.getByText(text);
  await expect(page.locator('#contact details')).toHaveCount(5);
  await expect(page.locator('#contact details[open]')).toHaveCount(1);
  await expect(answer(first?.answer)).toBeVisible();
  await question(second?.question).click();
  await expect(answer(second?.answer)).toBeVisible();
  await expect(answer(first?.answer)).toBeHidden();
  await question(second?.question).click();
  await expect(page.locator('#contact details[open]')).toHaveCount(0);
});

test('the footer leads everywhere else', async ({ page }) => {
  await open(page);
  const footer = page.getByRole('contentinfo');
  const expected = {
    Services: '#services',
    Contact: '#contact',
    Email: 'mailto:robin@example.com',
    'Résumé (PDF)': site.resumeFile,
    'Newsletter (opens in a new tab)': '/newsletter',
    'LinkedIn (opens in a new tab)': 'https://linkedin.example.com/robin',
    'Twitter (opens in a new tab)': 'https://twitter.example.com/robin',
    'GitHub (opens in a new tab)': 'https://github.example.com/robin',
    'Terms of Service': '/terms',
    'Privacy Policy': '/privacy',
  };
  for (const [name, href] of Object.entries(expected)) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Example Risk Advisory`);
});

const legalPages = {
  '/terms': {
    title: site.footer.terms,
    topics: [
      'Services',
      'Engagements',
      'Intellectual property',
      'Confidentiality',
      'Limitation of liability',
      'Termination',
      'Governing law',
    ],
    facts: ['fees you paid for it in the last twelve months', 'at least 30 days before'],
  },
  '/privacy': {
    title: site.footer.privacy,
    topics: [
      'What we collect',
      'How we use it',
      'Sharing',
      'Security',
      'Retention',
      'Your rights',
      'Cookies',
      'Third parties',
      'International transfers',
      'Children',
    ],
    facts: [
      'Inquiries: 2 years',
      'Newsletter subscriptions: until you unsubscribe',
      '7 years',
      'Analytics: 26 months',
      'anyone under 18',
    ],
  },
};

for (const [path, { title, topics, facts }] of Object.entries(legalPages)) {
  test(`${path} covers its topics, with the specified periods and limits, and leads home`, async ({
    page,
  }) => {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('Last updated January 1, 2024')).toBeVisible();
    for (const topic of topics) {
      await expect(page.getByRole('heading', { name: topic, exact: true, level: 2 })).toBeVisible();
    }
    for (const fact of facts) await expect(page.getByRole('article')).toContainText(fact);
    expect(await page.getByRole('article').textContent()).not.toMatch(/[{}]/);
    await page.getByRole('link', { name: site.labels.backHome }).click();
    await expect(page).toHaveURL('/');
  });
}

test('an unknown address gets a page of the site’s own, with status 404', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.notFound.heading);
  await page.getByRole('article').getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL('/#services');
});

for (const path of ['/book/99', '/newsletter/x']) {
  test(`${path}, which the form backend does not have, gets a page that leads home`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.notFound.heading);
    await page.getByRole('link', { name: embedded.backHome }).click();
    await expect(page).toHaveURL('/');
  });
}
