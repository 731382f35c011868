import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { contact } from '#content/contact.ts';
import { notificationLabels } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { navigation } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { button, control, typed } from '../../contact-form.ts';
import { missingResource, navigationLink, notices, scheduleIn } from '../../fixtures.ts';
import type { Answer, Model } from './model.ts';
import type { Visitor } from './visitor.ts';

/** What decides whether something can be done. */
type Glance = Readonly<Model>;

type Act = (model: Model, visitor: Visitor) => Promise<void>;

const patience = 3000;

/** What is wrong with what the visitor sees, or nothing. */
const findDifferences = async (model: Model, visitor: Visitor): Promise<string[]> => {
  const seen = await visitor.look();
  const expected: Record<string, unknown> = {
    wrong: [],
    unexpected: [],
    address: model.address,
    posts: model.posts,
    asked: model.asked,
    saved: model.saved,
  };
  if (model.isHome) {
    const { menu, form, acknowledged, unanswered } = model.shown;
    Object.assign(expected, {
      menu,
      form,
      isAcknowledged: acknowledged !== null,
      unanswered,
      notices: model.notices,
      values: form === 'sent' ? null : model.values,
      said: model.said,
    });
  }
  const differences = Object.entries(expected)
    .map(([name, value]) => [name, value, seen[name as keyof typeof seen]] as const)
    .filter(([, value, actual]) => !isDeepStrictEqual(value, actual))
    .map(
      ([name, value, actual]) =>
        `${name}: ${JSON.stringify(actual)}, but should be ${JSON.stringify(value)}`,
    );
  const { place, hasNews } = model;
  if (place && !(await visitor.isAt(place, hasNews))) {
    const { top } = await visitor.place();
    differences.push(`place: ${top}, but should be ${JSON.stringify(place)}`);
  }
  return differences;
};

const expectAgreement: Act = async (model, visitor) => {
  const deadline = Date.now() + patience;
  for (;;) {
    const differences = await findDifferences(model, visitor);
    if (differences.length === 0) break;
    if (Date.now() > deadline) throw new Error(differences.join('\n'));
  }
  model.said = [];
  model.hasNews = false;
  model.place = await visitor.lookAway();
};

/** What a visitor does, and what should come of it. */
const command = (
  words: string,
  isPossible: (model: Glance) => boolean,
  act: Act,
  keepsPlace = false,
): fc.AsyncCommand<Model, Visitor> => ({
  check: isPossible,
  async run(model, visitor) {
    if (!keepsPlace) model.place = null;
    await act(model, visitor);
    await expectAgreement(model, visitor);
  },
  // A list of them has commas between.
  toString: () => `\n  ${words}`,
});

const passTime = async (model: Model, visitor: Visitor, milliseconds: number): Promise<void> => {
  for (let left = milliseconds; left > 0 && model.isHome; ) {
    const step = Math.min(left, model.untilNext);
    left -= step;
    model.leave(await visitor.place());
    model.pass(step);
    if (model.isHome) await visitor.pass(step, model.shown.unanswered);
    else {
      await visitor.passAndLeave(step, model.address);
      // What was to be asked at the same moment may have been, or not.
      model.asked = visitor.asked;
    }
  }
};

/** Lets the frames come in which the focus is moved; nobody does anything else so soon. */
const passFrames: Act = (model, visitor) => passTime(model, visitor, 40);

/** Until it is over, after the form is sent from this state: a second try takes a while. */
const passAfter = ({ shown }: Model): Act =>
  shown.form.startsWith('failed') ? (model, visitor) => passTime(model, visitor, 440) : passFrames;

const isNarrow = ({ width, isHome }: Glance): boolean => isHome && width < 1024;

/** The open menu covers the page. */
const isOnPage = ({ isHome, shown }: Glance): boolean => isHome && !shown.menu;

const isInForm = (model: Glance): boolean =>
  isOnPage(model) && !['sent', 'submitting'].includes(model.shown.form);

const menuButton = ({ page }: Visitor) => page.getByRole('banner').getByRole('button');

const openMenu = command(
  'open the menu',
  (model) => isNarrow(model) && !model.shown.menu,
  async (model, visitor) => {
    await visitor.click(menuButton(visitor));
    model.shown.menu = true;
  },
  true,
);

const closeMenu = command(
  'close the menu',
  ({ shown }) => shown.menu,
  async (model, visitor) => {
    await visitor.click(menuButton(visitor));
    model.shown.menu = false;
  },
  true,
);

/** Follows a link by a click, from wherever the page stands then. */
const follow = async (
  model: Model,
  visitor: Visitor,
  link: Parameters<Visitor['click']>[0],
  hash: string,
): Promise<void> => {
  await visitor.click(link);
  model.leave(await visitor.place('click'));
  model.followLink(hash);
};

const chooseInMenu = (section: (typeof navigation)[number]['section']) =>
  command(
    `choose “${section}” in the menu`,
    ({ shown }) => shown.menu,
    async (model, visitor) => {
      await follow(model, visitor, navigationLink(visitor.page.locator('#menu'), section), section);
      // For as long, the button is hidden.
      await passFrames(model, visitor);
    },
  );

const bookPath = '/book';

const bookInMenu = command(
  'book in the menu, with tabs blocked',
  (model) => model.shown.menu && !model.isOffline,
  async (model, visitor) => {
    await visitor.click(scheduleIn(visitor.page.locator('#menu')));
    model.place = await visitor.place('click');
    model.shown.menu = false;
    model.bookWithBlockedTab(bookPath);
  },
);

const book = command(
  'book, with tabs blocked',
  (model) => isOnPage(model) && !model.isOffline,
  async (model, visitor) => {
    await visitor.click(scheduleIn(visitor.page.locator('#hero')));
    model.place = await visitor.place('click');
    model.bookWithBlockedTab(bookPath);
  },
);

const goToSection = (section: (typeof navigation)[number]['section']) =>
  command(`follow the footer’s link to “${section}”`, isOnPage, (model, visitor) =>
    follow(model, visitor, navigationLink(visitor.page.getByRole('contentinfo'), section), section),
  );

const goToTop = command('press the logo', isOnPage, (model, visitor) =>
  follow(
    model,
    visitor,
    visitor.page.getByRole('banner').getByRole('link', { name: site.labels.logo }),
    'hero',
  ),
);

const typeHash = (hash: string) =>
  command(
    `type #${hash} into the address`,
    (model) => model.isHome && model.hash !== hash,
    async (model, visitor) => {
      const { menu } = model.shown;
      model.leave(await visitor.place());
      await visitor.page.goto(`/#${hash}`, { waitUntil: 'commit' });
      model.goTo(hash);
      model.shown.menu = menu;
    },
  );

const discuss = ({ id, title }: (typeof services.items)[number]) =>
  command(`discuss “${id}”`, isOnPage, async (model, visitor) => {
    const name = `${services.labels.discuss} ${title}`;
    const link = visitor.page.getByRole('link', { name });
    if (!(await link.isVisible())) {
      await visitor.click(visitor.page.locator('#services').getByRole('heading', { name: title }));
    }
    await follow(model, visitor, link, `contact?service=${id}`);
  });

const traverse = (words: string, steps: 1 | -1) =>
  command(
    words,
    (model) =>
      model.entries[model.index + steps] !== undefined && !(model.isOffline && !model.isHome),
    async (model, visitor) => {
      const { isHome } = model;
      if (isHome) model.leave(await visitor.place());
      const isLoad = !isHome || model.entries[model.index + steps]?.address === bookPath;
      const go = steps === 1 ? 'goForward' : 'goBack';
      await visitor.page[go]({ waitUntil: 'domcontentloaded' });
      if (isLoad && model.entries[model.index + steps]?.address !== bookPath)
        await visitor.untilReady();
      model.traverse(steps);
    },
  );

const reload = command(
  'reload',
  (model) => !model.isOffline,
  async (model, visitor) => {
    const place = await visitor.place();
    model.leave(place);
    await visitor.page.reload({ waitUntil: 'domcontentloaded' });
    if (model.isHome) await visitor.untilReady();
    model.place = place;
    model.load();
  },
);

const scroll = (pixels: number) =>
  command(
    `scroll ${pixels} px`,
    ({ isHome }) => isHome,
    async (_model, { page }) => {
      await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), pixels);
    },
  );

const resize = (width: number, height: number) =>
  command(
    `make the window ${width} × ${height}`,
    (model) => model.width !== width,
    async (model, visitor) => {
      await visitor.page.setViewportSize({ width, height });
      model.width = width;
      if (width >= 1024) model.shown.menu = false;
    },
  );

const setOffline = (isOffline: boolean) =>
  command(
    isOffline ? 'go offline' : 'come back online',
    (model) => model.isHome && model.isOffline !== isOffline && !model.isLeaving,
    async (model, visitor) => {
      await visitor.setOffline(isOffline);
      model.setOffline(isOffline);
    },
    true,
  );

const pass = (milliseconds: number) =>
  command(
    `wait ${milliseconds} ms`,
    ({ isHome }) => isHome,
    (model, visitor) => passTime(model, visitor, milliseconds),
    true,
  );

const dismiss = (which: number) =>
  command(
    `dismiss notice ${which + 1}`,
    (model) => model.isHome && model.shown.notices.length > which,
    async (model, visitor) => {
      const words = model.notices[which] ?? '';
      const notice = notices(visitor.page, words);
      await visitor.click(notice.getByRole('button', { name: notificationLabels.dismiss }));
      model.hide(words);
      // A click beside a popover closes it.
      model.shown.menu = false;
    },
    true,
  );

const askForMissing = command('ask for what is not there', isOnPage, async (model, visitor) => {
  await visitor.click(await missingResource(visitor.page));
  model.place = await visitor.place('click');
  model.askForMissing();
});

const download = (paper: (typeof resources.catalogue)[number], answer: Answer) =>
  command(`download “${paper.id}” (${answer})`, isOnPage, async (model, visitor) => {
    // One that is under way goes on with the answer it has.
    if (!model.shown.downloads.has(paper.title)) visitor.paperAnswers.set(paper.path, answer);
    model.download(paper, answer);
    await visitor.click(visitor.page.locator(`#resources [data-resource="${paper.id}"]`));
    model.place = await visitor.place('click');
  });

const type = (field: keyof Enquiry, value: string) =>
  command(`type “${value}” into ${field}`, isInForm, async (model, { page }) => {
    await control(page, field).fill(value);
    model.type(field, value);
  });

const choose = (field: keyof Enquiry, value: string) =>
  command(`choose “${value}” as ${field}`, isInForm, async (model, { page }) => {
    await control(page, field).selectOption(value);
    model.type(field, value);
  });

const autofill = command('let the browser fill in the form', isInForm, async (model, visitor) => {
  await visitor.autofill(typed);
  for (const [field, value] of Object.entries(typed)) model.type(field as keyof Enquiry, value);
});

const submit = (answer: Answer) =>
  command(
    `send the form (${answer})`,
    (model) => isOnPage(model) && model.shown.form !== 'sent',
    async (model, visitor) => {
      visitor.submissionAnswer = answer;
      await visitor.page.mouse.move(0, 300);
      await button(visitor.page).click({
        timeout: 3 * patience,
        force: model.shown.form === 'submitting',
      });
      await visitor.page.mouse.move(0, 300);
      const settle = passAfter(model);
      model.submit(answer);
      await settle(model, visitor);
    },
  );

const pressEnter = (field: keyof Enquiry, answer: Answer) =>
  command(`press Enter in ${field} (${answer})`, isInForm, async (model, visitor) => {
    visitor.submissionAnswer = answer;
    await control(visitor.page, field).press('Enter');
    const settle = passAfter(model);
    model.submit(answer, field);
    await settle(model, visitor);
  });

const startAnew = command(
  'start another message',
  (model) => isOnPage(model) && model.shown.form === 'sent',
  async (model, visitor) => {
    await visitor.click(visitor.page.getByRole('button', { name: contact.form.success.again }));
    model.startAnew();
  },
);

/** What seldom comes about by single steps. */
const inTurn = (...parts: fc.AsyncCommand<Model, Visitor>[]): fc.AsyncCommand<Model, Visitor> => ({
  check: (model) => parts[0]?.check(model) ?? false,
  async run(model, visitor) {
    for (const part of parts) if (await part.check(model)) await part.run(model, visitor);
  },
  toString: () => parts.join(''),
});

const typeInOtherTab = (value: string) =>
  command(
    `type “${value}” in another tab`,
    () => true,
    async (model, { messageInOtherTab }) => {
      const found = await messageInOtherTab.inputValue();
      if (found !== model.otherTab) throw new Error(`The other tab holds “${found}”`);
      await messageInOtherTab.fill(value);
      model.otherTab = value;
    },
    true,
  );

const sections = navigation.map(({ section }) => section);
const hashes = [...sections, ...services.items.map(({ id }) => `contact?service=${id}`)];
const papers = resources.catalogue.slice(0, 2);
export const windows = [
  [1280, 800],
  [390, 844],
  [320, 568],
] as const;
const answers: Answer[] = [200, 200, 422, 429, 500, 503, 'lost', 'none', 'none', 'none'];
const texts: [keyof Enquiry, string][] = [
  ['firstName', ''],
  ['firstName', 'Ada'],
  ['email', 'ada'],
  ['email', 'ada@example.com'],
  ['message', ''],
  ['message', 'short'],
  ['message', 'A message of my own.'],
];

const from = <Value>(
  values: readonly Value[],
  make: (value: Value) => fc.AsyncCommand<Model, Visitor>,
) => fc.constantFrom(...values).map(make);

/** Each as likely as the others. */
export const commandArbitraries: fc.Arbitrary<fc.AsyncCommand<Model, Visitor>>[] = [
  fc.constant(openMenu),
  fc.constant(openMenu),
  fc.constant(closeMenu),
  from(sections, chooseInMenu),
  from(sections, chooseInMenu),
  fc.constantFrom(book, inTurn(openMenu, bookInMenu), bookInMenu),
  from(sections, goToSection),
  fc.constant(goToTop),
  from(hashes, typeHash),
  from(services.items, discuss),
  fc.constant(traverse('go back', -1)),
  fc.constant(traverse('go back', -1)),
  fc.constant(traverse('go forward', 1)),
  fc.constant(reload),
  from([-400, 300, 2000], scroll),
  from(windows, ([width, height]) => resize(width, height)),
  fc.constant(setOffline(true)),
  fc.constant(setOffline(false)),
  from([20, 100, 500, 1000, 3000, 15_000], pass),
  from([20, 100, 500, 1000, 3000, 15_000], pass),
  from([0, 1, 2], dismiss),
  fc.constant(askForMissing),
  fc
    .tuple(fc.constantFrom(...papers), fc.constantFrom<Answer>(200, 404, 503, 'lost', 'none'))
    .map((some) => download(...some)),
  fc.constantFrom(...texts).map((some) => type(...some)),
  from(['', services.items[0]?.id ?? ''], (id) => choose('serviceType', id)),
  fc.constant(autofill),
  fc.constant(autofill),
  from(answers, submit),
  from(answers, submit),
  fc
    .tuple(fc.constantFrom<keyof Enquiry>('firstName', 'email'), fc.constantFrom(...answers))
    .map((some) => pressEnter(...some)),
  from(services.items, (service) => inTurn(autofill, submit(200), pass(1000), discuss(service))),
  from(services.items, (service) =>
    inTurn(
      discuss(service),
      choose('serviceType', ''),
      type('message', ''),
      pass(1000),
      discuss(service),
    ),
  ),
  from([true, false], (isOffline) =>
    inTurn(...papers.map((paper) => download(paper, 404)), setOffline(isOffline)),
  ),
  fc.constant(startAnew),
  from(['', 'Something else'], typeInOtherTab),
];
