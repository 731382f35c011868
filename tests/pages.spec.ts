import { existsSync } from 'node:fs';
import { z } from 'zod';
import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { notificationMessages } from '#content/messages.ts';
import { pages } from '#content/pages.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { coverPath } from '#model/cover-path.ts';
import { fill } from '#model/fill.ts';
import { pageFile } from '#model/page-file.ts';
import { findPage, footerPages } from '#model/pages.ts';
import { navigation, sectionIds, sectionWords } from '#model/sections.ts';
import { bookingPath, type SectionId } from '#model/vocabulary.ts';
import { readMarkdown } from '#model/yaml.ts';
import { priceOf } from '#src/price.ts';
import { openWithStoppedClock } from './clock.ts';
import {
  callHref,
  callName,
  changeHtml,
  emailHref,
  expect,
  expectLink,
  firstSection,
  holdBack,
  navigationLink,
  notices,
  open,
  scheduleIn,
  test,
} from './fixtures.ts';

const { answerWithin, incidentHours: hours } = identity;
const { rangeTo } = site.labels;

test('the home page has its sections in order, named as in the navigation, with the owner’s words and the ways to reach the owner (behavior 1.3, 3.1, 4.5)', async ({
  page,
}) => {
  await open(page);
  const all = page.locator('main > section');
  const names = await all.evaluateAll((parts) => parts.map((part) => [part.id, part.ariaLabel]));
  // A screen reader announces the heading of a region next.
  const called = (id: SectionId): string =>
    navigation.find(({ section }) => section === id)?.label ??
    (id === 'hero' ? identity.firm : sectionWords[id].heading);
  expect(names).toEqual(sectionIds.map((id) => [id, called(id)]));
  await expect(page.getByRole('banner').getByRole('navigation').getByRole('link')).toHaveText(
    navigation.map(({ label }) => label),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hero.headline.join(' '));
  const incident = hours && fill(hero.incident, { call: callName, hours, answerWithin });
  if (incident) await expect(page.locator('#hero').getByText(incident)).toBeVisible();
  await expect(page.locator('#hero a[href^="tel:"]')).toHaveCount(hours ? 1 : 0);
  for (const [id, label] of [
    ['hero', hero.scheduleLabel],
    ['services', services.banner.scheduleLabel],
    ['expertise', expertise.scheduleLabel],
    ['about', about.scheduleLabel],
    ['contact', contact.actions.schedule.label],
  ] as const) {
    await expect(scheduleIn(page.locator(`#${id}`))).toContainText(label);
  }
  await expect(scheduleIn(page.locator('#hero'))).toHaveAccessibleDescription(hero.scheduleNote);
  await expectLink(page.locator('#contact'), findPage('privacy').title, '/privacy');
  const calls = page.locator('a[href^="tel:"]');
  await expect(page.locator('#contact a[href^="tel:"]')).toHaveCount(2);
  for (const link of await calls.all()) {
    await expect(link).toHaveAccessibleName(callName);
    await expect(link).toHaveAttribute('href', callHref);
  }
  const { timeline, currentRole, present } = expertise;
  const roles = page.locator('#expertise ol h4');
  await expect(roles).toHaveCount(timeline.length);
  for (const [index, { role, company, from, to }] of timeline.entries()) {
    await expect(roles.nth(index)).toHaveText(to === null ? `${role}, ${currentRole}` : role);
    const years = `${company} ${from} ${rangeTo} ${to ?? present}`;
    await expect(roles.nth(index)).toHaveAccessibleDescription(years);
  }
  if (about.learnMoreTarget) return;
  await page.getByRole('button', { name: about.learnMoreLabel }).click();
  await expect(page).toHaveURL('/');
});

test('each claim of the hero shows its evidence on request, and leads to its role (behavior 1.3, 2.2)', async ({
  page,
}) => {
  await open(page);
  const { labels, source, summary } = hero.evidence;
  await expect(page.locator('#hero summary')).toHaveCount(hero.claims.length);
  for (const [index, claim] of hero.claims.entries()) {
    const item = page.locator('#hero li', { has: page.locator('details') }).nth(index);
    await expect(item.getByText(claim.figure, { exact: true })).toBeVisible();
    await expect(item.getByRole('term')).toHaveCount(0);
    const more = item.locator('summary');
    await expect(more).toHaveAccessibleName(fill(summary, { figure: claim.figure }));
    await expect(more).toHaveAccessibleDescription(`${claim.unit} ${claim.text}`);
    await more.click();
    const names = (['measure', 'baseline', 'period', 'sideEffect'] as const).filter(
      (name) => claim[name] !== undefined,
    );
    // Each role is identified by its first year.
    const role = expertise.timeline.find(({ from }) => from === claim.source);
    const place = fill(source, {
      company: role?.company ?? 'none',
      from: String(claim.source),
      to: String(role?.to ?? expertise.present),
    });
    const terms = [...names.map((name) => labels[name]), labels.source];
    await expect(item.getByRole('term')).toHaveText(terms);
    const texts = [...names.map((name) => claim[name] ?? ''), place];
    await expect(item.getByRole('definition')).toHaveText(texts);
    await item.getByRole('link', { name: place }).click();
    const entry = page.locator(`#role-${claim.source}`);
    await expect(entry).toBeInViewport();
    await expect(entry.getByRole('heading')).toBeFocused();
    await expect(entry.locator('p').first()).toHaveCSS('text-decoration-line', 'underline');
  }
});

test('services, papers and questions have names with all known facts; services unfold to their details, and questions one at a time (behavior 1.2, 1.3)', async ({
  page,
}) => {
  await open(page);
  for (const [index, service] of services.items.entries()) {
    const { title, duration, price } = service;
    const card = page.locator('#services details').nth(index);
    const name = card.locator('summary');
    const words = duration.replaceAll(/(?<=\d)\s*[-–]\s*(?=\S)/g, ` ${rangeTo} `);
    const cost = price ? ` ${services.labels.price}: ${priceOf(price)}` : '';
    const terms = `${services.labels.duration}: ${words}${cost}`;
    await expect(name).toHaveAccessibleName(`${title} ${terms}`);
    await expect(name).toHaveAccessibleDescription(service.summary);
    const money = { style: 'currency', currency: site.currency, minimumFractionDigits: 0 } as const;
    const amount = price?.amount.toLocaleString(site.language, money) ?? '';
    await expect(name).toContainText(amount);
    // On the screen, the duration is the owner's own text.
    await expect(name).toContainText(duration);
    await expect(card.getByText(service.description)).toBeHidden();
    await name.click();
    await expect(card.getByText(service.description)).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText(service.deliverables);
    await expect(card.getByRole('link', { name: title })).toHaveCount(2);
    await expectLink(card, services.labels.discuss, `#contact?service=${service.id}`);
    const booking = fill(services.labels.book, { minutes: String(service.consultation) });
    await expectLink(card, booking, bookingPath(service.consultation));
  }
  const { catalogue, labels } = resources;
  await expect(page.locator('#resources').getByRole('article')).toHaveCount(catalogue.length);
  for (const resource of catalogue) {
    const { title, pages, size } = resource;
    const paper = page.getByRole('article', { name: title, exact: true });
    const file = size ? `${labels.format} (${size})` : labels.format;
    const link = paper.getByRole('link');
    await expect(link).toHaveAccessibleName(`${labels.access} ${title}, ${file}`);
    const hasCover = existsSync(`public${coverPath(resource)}`);
    await expect(paper.locator('img')).toHaveCount(hasCover ? 1 : 0);
    const count = fill(labels.pages.other, { pages: String(pages) });
    if (pages > 1) await expect(paper).toContainText(count);
    else if (pages === 0) await expect(paper).not.toContainText(count);
    if (!size) await expect(paper).not.toContainText(/\d+ [KM]B/);
  }
  const [first, second] = contact.faq.items;
  const question = page.getByRole('heading', { name: second?.question ?? '' });
  const opened = page.locator('#contact details[open]');
  await expect(page.locator('#contact details')).toHaveCount(contact.faq.items.length);
  await expect(opened).toContainText(first?.answer ?? '');
  await question.click();
  await expect(opened).toHaveCount(1);
  await expect(page.getByText(second?.answer ?? '')).toBeVisible();
  await question.click();
  await expect(opened).toHaveCount(0);
});

test('the newsletter’s frame focuses its outcome or mistake, unless the visitor has moved on to the form (behavior 9.3, 10.12)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/, /Autofocus processing was blocked/);
  await open(page);
  const iframe = page.locator('#resources iframe');
  await expect(iframe).toHaveAttribute('title', resources.newsletter.frameTitle);
  await expect(iframe).toHaveAttribute('loading', 'lazy');
  await iframe.scrollIntoViewIfNeeded();
  const frame = iframe.contentFrame();
  const email = frame.getByLabel(embedded.newsletter.label);
  await email.fill('ada');
  await email.press('Enter');
  await expect(email).toHaveAccessibleDescription(embedded.messages.emailFormat);
  await expect(email).toBeFocused();
  // The caret is after what was typed before.
  await page.keyboard.type('@example.com');
  await page.keyboard.press('Enter');
  const outcome = frame.getByRole('group', { name: embedded.newsletter.done.title });
  await expect(outcome).toBeFocused();
  await expect(outcome).toHaveAccessibleDescription(/ada@example\.com/);

  await open(page);
  await iframe.scrollIntoViewIfNeeded();
  await email.fill('ada@example.com');
  const release = await holdBack(page, '**/newsletter*');
  await email.press('Enter');
  const field = page.getByLabel(contact.form.labels.message, { exact: true });
  await field.focus();
  release();
  await expect(outcome).toBeVisible();
  // Waits as long as the frame may take to move the focus.
  await outcome.evaluate(async () => {
    if (document.readyState !== 'complete')
      await new Promise((load) => addEventListener('load', load));
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
  });
  await expect(field).toBeFocused();
});

test('a newsletter’s frame that was sent or reached without a connection loads again when the connection is back, and keeps what was typed if it loaded (behavior 9.3)', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await open(page);
  const iframe = page.locator('#resources iframe');
  const email = iframe.contentFrame().getByLabel(embedded.newsletter.label);
  const online = notices(page, notificationMessages.online);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(online).toBeVisible();
  expect(await iframe.evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.URL)).toBe(
    'about:blank',
  );

  await context.setOffline(true);
  await iframe.scrollIntoViewIfNeeded();
  await expect(iframe).toHaveJSProperty('contentDocument', null);
  await context.setOffline(false);
  await email.fill('ada@example.com');

  await context.setOffline(true);
  await context.setOffline(false);
  await expect(online.first()).toBeVisible();
  await expect(email).toHaveValue('ada@example.com');
  await context.setOffline(true);
  await email.press('Enter');
  await expect(iframe).toHaveJSProperty('contentDocument', null);
  await context.setOffline(false);
  await expect(email).toHaveValue('');
});

test('the footer has all its links, and shows the year of the visitor’s clock (behavior 1.3)', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page, '/', '2029-12-31T11:00:00Z');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© 2029 ${identity.firm}`);
  await clock.pass(36 * 3600 * 1000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(footer).toContainText(`© 2030 ${identity.firm}`);
  const { labels, footer: names } = site;
  const inNewTab = (name: string): string => `${name} (${labels.newTab})`;
  const expected = [
    ...navigation.map(({ section, label }) => [label, `#${section}`]),
    [names.email, emailHref],
    [callName, callHref],
    [names.resume, site.resumeFile],
    [inNewTab(names.newsletter), '/newsletter'],
    ...identity.socialLinks.map(({ label, url }) => [inNewTab(label), url]),
    ...footerPages.map(({ id, title }) => [title, `/${id}`]),
  ];
  await expect(footer.getByRole('link')).toHaveCount(expected.length);
  for (const [name = '', href = ''] of expected) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  const elsewhere = footer.getByText(names.elsewhere, { exact: true });
  await expect(elsewhere).toHaveCount(identity.socialLinks.length > 0 ? 1 : 0);
});

test('a legal page has the text and the date of its file, and leads home; nothing in an owner’s text is wider than the window; an unknown address leads to the sections (behavior 1.2)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  const title = page.getByRole('heading', { level: 1 });
  for (const { id, title: named, updated } of pages) {
    await open(page, `/${id}`);
    await expect(title).toHaveText(named);
    if (updated) {
      const date = new Date(updated).toLocaleDateString(site.language, {
        dateStyle: 'long',
        timeZone: 'UTC',
      });
      await expect(page.getByText(`${site.labels.lastUpdated} ${date}`)).toBeVisible();
    }
    const { body } = readMarkdown('.', pageFile(id), z.unknown());
    const headings = Array.from(body.matchAll(/^## (.*)$/gm), ([, heading = '']) => heading);
    await expect(page.locator('main h2')).toHaveText(headings);
    expect(await page.getByRole('article').textContent()).not.toMatch(/[{}]/);
    await page.getByRole('link', { name: site.labels.backHome }).click();
    await expect(page).toHaveURL('/');
  }
  const wide = `<ol><li>1</li></ol><img src="/favicon.svg" width="1200"><table><tr>${'<td>column</td>'.repeat(20)}</tr></table><p>${'https://firm.com/'.repeat(20)}</p>`;
  await changeHtml(page, '**/privacy', (html) => html.replace('</div></article>', `${wide}$&`));
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/privacy');
  await expect(page.locator('article ol')).toHaveCSS('list-style-type', 'decimal');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // The table scrolls; its words stay whole.
  const line = await page.locator('article td').first().boundingBox();
  expect(line?.height).toBeLessThan(50);
  for (const path of ['/no/such/page', '/book/999']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(title).toHaveText(site.notFound.heading);
    await navigationLink(page.getByRole('article'), firstSection).click();
    await expect(page).toHaveURL(`/#${firstSection}`);
  }
});
