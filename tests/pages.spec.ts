import { readFileSync } from 'node:fs';
import { parseFrontmatter } from 'astro/markdown';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fill } from '#content/schema/fill.ts';
import { fillIdentity, officeName } from '#content/schema/identity-text.ts';
import { legalPages } from '#content/schema/legal-pages.ts';
import { navigation, sectionIds } from '#content/schema/sections.ts';
import { serviceStates } from '#content/schema/vocabulary.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { about } from '../content/about.ts';
import { contact } from '../content/contact.ts';
import { expertise } from '../content/expertise.ts';
import { hero } from '../content/hero.ts';
import { resources } from '../content/resources.ts';
import { services } from '../content/services.ts';
import {
  callHref,
  callName,
  emailHref,
  expect,
  expectLink,
  firstSection,
  holdBack,
  navigationLink,
  open,
  scheduleIn,
  test,
} from './fixtures.ts';

// Behavior 1.2, 1.3.

test('the home page has its sections in order, under one header and over one footer', async ({
  page,
}) => {
  await open(page);
  const ids = await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(sectionIds);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hero.headline.join(' '));
});

test('the header leads to every section and to the booking page', async ({ page }) => {
  await open(page);
  const header = page.getByRole('banner');
  await expect(header.getByRole('navigation').getByRole('link')).toHaveText(
    navigation.map(({ label }) => label),
  );
  await expectLink(header, site.labels.schedule, '/book');
  await expectLink(header, site.labels.logo, '#hero');
});

test('each claim of the hero says on request what it rests on, and leads to its role', async ({
  page,
}) => {
  await open(page);
  const section = page.locator('#hero');
  const { labels, source, summary } = hero.evidence;
  for (const [index, claim] of hero.claims.entries()) {
    const item = section
      .getByRole('listitem')
      .filter({ has: page.locator('details') })
      .nth(index);
    await expect(item.getByText(claim.figure, { exact: true })).toBeVisible();
    const question = item.getByText(fill(summary, { figure: claim.figure }), { exact: true });
    await expect(item.getByRole('term')).toHaveCount(0);
    await question.click();
    const rows = (['measure', 'baseline', 'period', 'sideEffect'] as const).flatMap((name) =>
      claim[name] === undefined ? [] : [[labels[name], claim[name]] as const],
    );
    // Each role is named by its first year.
    const role = expertise.timeline.find(({ from }) => from === claim.source);
    const place = fill(source, {
      company: role?.company ?? 'none',
      from: String(claim.source),
      to: String(role?.to ?? expertise.present),
    });
    await expect(item.getByRole('term')).toHaveText([
      ...rows.map(([label]) => label),
      labels.source,
    ]);
    await expect(item.getByRole('definition')).toHaveText([...rows.map(([, text]) => text), place]);
    await item.getByRole('link', { name: place }).click();
    const entry = page.locator(`#role-${claim.source}`);
    await expect(entry).toBeInViewport();
    await expect(entry.getByRole('heading')).toBeFocused();
    const marked = page.locator('#expertise ol > li > p:first-child');
    await expect
      .poll(() =>
        marked.evaluateAll((years) =>
          years
            .filter((element) => getComputedStyle(element).textDecorationLine === 'underline')
            .map(({ id }) => id),
        ),
      )
      .toEqual([`role-${claim.source}-years`]);
  }
});

test('the hero says what the first action brings, and names the fields', async ({ page }) => {
  await open(page);
  const section = page.locator('#hero');
  await expect(section.getByRole('heading', { level: 2 })).toHaveText(
    hero.tiles.map(({ title }) => title),
  );
  await expect(scheduleIn(section)).toHaveAccessibleDescription(hero.scheduleNote);
  await expect(section.getByText(hero.scheduleNote)).toBeVisible();
  await expectLink(section, hero.resourcesLabel, '#resources');
});

test('those under attack read when to call which number, if the owner takes such calls', async ({
  page,
}) => {
  await open(page);
  const { answerWithin, incidentHours, phone } = identity;
  const number = page.locator('#hero a[href^="tel:"]');
  if (incidentHours === undefined) {
    await expect(number).toHaveCount(0);
    return;
  }
  const words = fill(hero.incident, {
    call: callName,
    hours: incidentHours,
    answerWithin,
  });
  await expect(page.locator('#hero').getByText(words)).toBeVisible();
  await expect(number).toHaveAttribute('href', `tel:${phone}`);
});

test('each service opens to its description, its deliverables and a way to discuss it', async ({
  page,
}) => {
  await open(page);
  for (const [index, service] of services.items.entries()) {
    const card = page.locator('#services details').nth(index);
    await expect(card.locator('summary')).toContainText(service.duration);
    await expect(card.getByText(service.description)).toBeHidden();
    await card.getByRole('heading', { name: service.title }).click();
    await expect(card.getByText(service.description)).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText(service.deliverables);
    await expectLink(card, services.labels.discuss, `#contact?service=${service.id}`);
    const minutes = String(service.consultation);
    const booking = fill(services.labels.book, { minutes });
    await expectLink(card, booking, bookingPath(service.consultation));
    await card.getByRole('heading', { name: service.title }).click();
    await expect(card.getByText(service.description)).toBeHidden();
  }
});

test('the approach has four steps, and the banner its two buttons', async ({ page }) => {
  await open(page);
  const section = page.locator('#services');
  await expect(section.locator('ol').getByRole('heading')).toHaveText(
    services.approach.steps.map(({ title }) => title),
  );
  await expect(section.getByRole('link', { name: services.banner.caseStudiesLabel })).toBeVisible();
  await expect(scheduleIn(section)).toBeVisible();
});

test('expertise has values, the roles with the current one marked, panels and stats', async ({
  page,
}) => {
  await open(page);
  const section = page.locator('#expertise');
  for (const paragraph of expertise.intro) {
    const text = fillIdentity(paragraph, 'content/expertise.ts');
    await expect(section.getByText(text)).toBeVisible();
  }
  for (const { title, text } of [...expertise.values, ...expertise.panels]) {
    await expect(section.getByText(title, { exact: true })).toBeVisible();
    await expect(section.getByText(text)).toBeVisible();
  }
  const roles = section.locator('li[id^=role-]');
  await expect(roles).toHaveCount(expertise.timeline.length);
  for (const [index, { to }] of expertise.timeline.entries()) {
    const mark = roles.nth(index).getByText(expertise.currentRole, { exact: true });
    await expect(mark).toHaveCount(to === null ? 1 : 0);
  }
  await expectLink(section, expertise.resumeLabel, site.resumeFile);
  await expect(section.getByRole('definition')).toHaveText(
    expertise.stats.map(({ figure }) => figure),
  );
  await expect(scheduleIn(section)).toBeVisible();
});

test('about has the story, the quote, the principles and its two buttons', async ({ page }) => {
  await open(page);
  const section = page.locator('#about');
  for (const { title, text } of [...about.story, ...about.principles]) {
    await expect(section.getByRole('heading', { name: title })).toBeVisible();
    await expect(section.getByText(text)).toBeVisible();
  }
  await expect(section.locator('blockquote p')).toHaveText(about.quote);
  await expect(scheduleIn(section)).toBeVisible();
  const { learnMoreLabel, learnMoreTarget } = about;
  if (learnMoreTarget) {
    await expect(section.getByRole('link', { name: learnMoreLabel })).toBeVisible();
    return;
  }
  const before = page.url();
  await section.getByRole('button', { name: learnMoreLabel }).click();
  expect(page.url()).toBe(before);
});

test('resources have the papers, with the pages and sizes that are known, and the newsletter', async ({
  page,
}) => {
  await open(page);
  const section = page.locator('#resources');
  const cards = section.getByRole('article');
  const { catalogue, labels } = resources;
  await expect(cards).toHaveCount(catalogue.length);
  await expect(section.getByRole('link', { name: labels.access })).toHaveCount(catalogue.length);
  for (const [index, { title, pages, size }] of catalogue.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('heading', { name: title })).toBeVisible();
    const known = [pages > 0 && `${pages} ${labels.pages}`, size].filter(Boolean) as string[];
    for (const fact of known) await expect(card).toContainText(fact);
    if (pages === 0) await expect(card).not.toContainText(`0 ${labels.pages}`);
    if (!size) await expect(card).not.toContainText(/\d+ [KM]B/);
  }
  const frame = section.frameLocator(`iframe[title="${resources.newsletter.frameTitle}"]`);
  await section.locator('iframe').scrollIntoViewIfNeeded();
  await expect(frame.getByRole('button', { name: embedded.newsletter.submit })).toBeVisible();
});

test('who subscribes in the newsletter’s frame is told so, or what is wrong, also by ear', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/, /Autofocus processing was blocked/);
  await open(page);
  await page.locator('#resources iframe').scrollIntoViewIfNeeded();
  const frame = page.frameLocator('#resources iframe');
  const email = frame.getByLabel(embedded.newsletter.label);
  await email.press('Enter');
  await expect(email).toHaveAccessibleDescription(embedded.messages.email);
  await expect(email).toBeFocused();
  await page.keyboard.type('ada');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(embedded.messages.emailFormat);
  await expect(email).toBeFocused();
  // After what was typed before.
  await page.keyboard.type('@example.com');
  await page.keyboard.press('Enter');
  const outcome = frame.getByRole('group', { name: embedded.newsletter.done.title });
  await expect(outcome).toBeFocused();
  await expect(outcome).toHaveAccessibleDescription(/ada@example\.com/);
});

test('the outcome of a subscription takes no focus from who has gone on to write', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Autofocus processing was blocked/);
  await open(page);
  const iframe = page.locator('#resources iframe');
  await iframe.scrollIntoViewIfNeeded();
  const frame = iframe.contentFrame();
  await frame.getByRole('textbox').fill('ada@example.com');
  const release = await holdBack(page, '**/newsletter*');
  await frame.getByRole('textbox').press('Enter');
  const field = page.getByLabel(contact.form.labels.message, { exact: true });
  await field.focus();
  release();
  const outcome = frame.getByRole('group', { name: embedded.newsletter.done.title });
  await expect(outcome).toBeVisible();
  // As long as the frame may take to move the focus.
  await outcome.evaluate(async () => {
    if (document.readyState !== 'complete')
      await new Promise((load) => addEventListener('load', load));
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });
  await expect(field).toBeFocused();
});

test('contact has three ways, the form, the details and the questions', async ({ page }) => {
  await open(page);
  const section = page.locator('#contact');
  await expect(scheduleIn(section)).toBeVisible();
  await expectLink(section, contact.actions.email.label, emailHref);
  const calls = section.getByRole('link', { name: callName, exact: true });
  await expect(calls).toHaveCount(2);
  for (const link of await calls.all()) await expect(link).toHaveAttribute('href', callHref);
  await expectLink(section, site.footer.privacy, '/privacy');
  await expect(section.getByText(contact.actions.schedule.text)).toBeVisible();
  await expect(section.getByText(officeName, { exact: true })).toBeVisible();
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
  await expect(page.locator('#contact details')).toHaveCount(contact.faq.items.length);
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
  const {
    labels,
    footer: words,
    pages: { accessibility },
  } = site;
  const inNewTab = (name: string): string => `${name} (${labels.newTab})`;
  const expected = [
    ...navigation.map(({ section, label }) => [label, `#${section}`] as const),
    [words.email, emailHref] as const,
    [callName, callHref] as const,
    [words.resume, site.resumeFile] as const,
    [inNewTab(words.newsletter), '/newsletter'] as const,
    ...identity.socialLinks.map(({ label, url }) => [inNewTab(label), url] as const),
    [words.terms, '/terms'] as const,
    [words.privacy, '/privacy'] as const,
    ...(accessibility ? [[accessibility.title, '/accessibility'] as const] : []),
  ];
  for (const [name, href] of expected) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(footer.getByRole('link')).toHaveCount(expected.length);
  await expect(footer.getByText(words.elsewhere, { exact: true })).toHaveCount(
    identity.socialLinks.length > 0 ? 1 : 0,
  );
  await expect(footer).toContainText(`© ${new Date().getFullYear()} ${identity.firm}`);
});

for (const name of legalPages) {
  test(`/${name} says what content/${name}.md says, of when it is, and leads home`, async ({
    page,
  }) => {
    await open(page, `/${name}`);
    const { frontmatter, content } = parseFrontmatter(
      fillIdentity(readFileSync(`content/${name}.md`, 'utf8'), name, Object.keys(serviceStates)),
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(frontmatter.title);
    const updated = new Date(frontmatter.updated).toLocaleDateString(site.language, {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    await expect(page.getByText(`${site.labels.lastUpdated} ${updated}`)).toBeVisible();
    const headings = Array.from(content.matchAll(/^## (.*)$/gm), ([, heading = '']) => heading);
    expect(headings.length).toBeGreaterThan(0);
    await expect(page.locator('main h2')).toHaveText(headings);
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
  await navigationLink(page.getByRole('article'), firstSection).click();
  await expect(page).toHaveURL(`/#${firstSection}`);
});

for (const path of ['/book/999', '/newsletter/x']) {
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

for (const path of ['/nowhere', '/book/99', '/newsletter/x', '/api', '/404']) {
  test(`${path} is answered with the site’s own page for unknown addresses`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/);
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.notFound.heading);
    await expect(navigationLink(page.getByRole('main'), firstSection)).toBeVisible();
  });
}

for (const width of [390, 1280]) {
  test(`signs and actions stand in line with what they belong to at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const signs = await page.locator('#services summary, #contact summary').evaluateAll((all) =>
      all.map((summary) => {
        const range = document.createRange();
        range.selectNodeContents(summary.querySelector('h3, h4') as Element);
        const { top, height } = range.getClientRects()[0] as DOMRect;
        const sign = getComputedStyle(summary, '::before');
        const line = Number.parseFloat(sign.top) + Number.parseFloat(sign.borderTopWidth) / 2;
        return Math.round(summary.getBoundingClientRect().top + line - top - height / 2);
      }),
    );
    expect(signs.filter((offset) => Math.abs(offset) > 1)).toEqual([]);
    const edges = await page
      .locator('#contact ul')
      .first()
      .evaluate((list) =>
        [...list.children].map((way) => {
          const side = innerWidth < 768 ? 'right' : 'left';
          const link = way.querySelector('a') as Element;
          return Math.abs(link.getBoundingClientRect()[side] - way.getBoundingClientRect()[side]);
        }),
      );
    expect(edges.filter((distance) => distance > 1)).toEqual([]);
  });
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const path of ['/', '/terms', '/book', '/newsletter']) {
    test(`nothing on ${path} keeps the color of a pointer after a tap`, async ({ page }) => {
      await page.goto(path);
      const sticky = await page.evaluate(() => {
        const rulesIn = (list: CSSRuleList): CSSRule[] =>
          [...list].flatMap((rule) => {
            const isOff = rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches;
            return rule instanceof CSSGroupingRule ? (isOff ? [] : rulesIn(rule.cssRules)) : [rule];
          });
        return [...document.styleSheets]
          .flatMap(({ cssRules }) => rulesIn(cssRules))
          .map(({ cssText }) => cssText)
          .filter((text) => text.includes(':hover'));
      });
      expect(sticky).toEqual([]);
    });
  }
});
