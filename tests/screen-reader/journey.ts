import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { failureMessages, failureOptionLabels, validationMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { fill } from '#content/schema/fill.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { wordsAt } from '../threshold-words.ts';
import { type Chapter, open, press, reload, type Step, seek, type } from './walk.ts';

// The sentences that must be heard. What is said of all other states, from which regions, the tests of
// the accessibility tree hold (tests/accessibility/announcements.spec.ts).

const { labels, success } = contact.form;
const { assumptions, verdicts } = thresholdFigure;
const [service] = services.items;
const { all, withMessage } = contact.form.filledIn;
const filledIn = service?.message === undefined ? all : withMessage;

/** A chapter begins with the home page, read from its top. */
const home: Step[] = [open('/'), press('ctrl+Home', site.labels.skipLink)];

const resize = (width: number, height: number): Step => ({
  does: `makes the window ${width} pixels wide`,
  act: (hands) => hands.resize(width, height),
  hears: [],
});

let mend = (): void => undefined;
const breakStore: Step = {
  does: 'meanwhile the inbox fails',
  act: async ({ site: { breakStore } }) => {
    mend = breakStore();
  },
  hears: [],
};
const mendStore: Step = {
  does: 'meanwhile the inbox works again',
  act: async () => mend(),
  hears: [],
};

/** From the top to a heading in a section, by levels: by `h` there are dozens before it. */
const toHeading = (section: { heading: string }, heading: string): Step[] => [
  seek('2', section.heading),
  seek('3', heading),
];

export const journey: readonly Chapter[] = [
  {
    title: 'Arriving, and from heading to heading',
    steps: [
      open('/', 'Finished loading', site.pages.home.title),
      press('ctrl+Home', site.labels.skipLink),
      press('Return', ...hero.headline, 'heading level 1'),
      ...[services, expertise, about, resources, contact].map(({ heading }) =>
        seek('h', `${heading} heading level 2`),
      ),
    ],
  },
  {
    title: 'From the navigation to a section',
    steps: [...home, seek('Tab', about.label, 'link'), press('Return', `${about.label} region`)],
  },
  {
    title: 'The slider of the figure',
    steps: [
      ...home,
      seek('Tab', thresholdFigure.control, 'slider', wordsAt(assumptions.threshold).verdict),
      press('End', verdicts.tooLoose),
      press('Home', verdicts.worseThanNothing),
    ],
  },
  {
    title: 'The menu of a narrow window',
    steps: [
      resize(420, 900),
      ...home,
      seek('Tab', site.labels.menu, 'button'),
      press('Return', 'expanded'),
      press('Tab', services.label, 'link'),
      press('Escape', site.labels.menu),
      press('Return', 'expanded'),
      press('Tab', services.label, 'link'),
      // That the menu has closed would cut off where the visitor is.
      { ...press('Return', `${services.label} region`), hushes: 'collapsed' },
      resize(1280, 1000),
    ],
  },
  {
    title: 'A service',
    steps: [
      ...home,
      seek('Tab', service?.title ?? '', service?.summary ?? ''),
      press('Return', 'expanded'),
      seek('Tab', services.labels.discuss, service?.title ?? ''),
      press('Return', contact.form.heading, fill(filledIn, { topic: service?.title ?? '' })),
    ],
  },
  {
    title: 'Mistakes in the form, a failure, and the message sent',
    steps: [
      ...home,
      ...toHeading(contact, contact.form.heading),
      seek('Tab', labels.firstName, 'Focus mode'),
      press('Return', validationMessages.firstName),
      type('Ada'),
      reload(contact.form.restored),
      ...toHeading(contact, contact.form.heading),
      seek('Tab', labels.lastName),
      type('Byron'),
      seek('Tab', labels.email),
      type('ada'),
      press('Return', validationMessages.emailFormat),
      type('@example.com'),
      press('Return', validationMessages.company),
      type('Engines'),
      seek('Tab', labels.message),
      press('ctrl+a'),
      type('We lose money to refunds.'),
      breakStore,
      seek('Tab', contact.form.submit),
      press('Return', failureMessages.contact_form),
      seek('Tab', `${failureOptionLabels.emailDirectly}: ${identity.email}`),
      seek('Tab', failureOptionLabels.tryAgain),
      mendStore,
      press('Return', success.heading, success.text),
    ],
  },
  {
    title: 'The newsletter',
    steps: [
      ...home,
      ...toHeading(resources, resources.newsletter.heading),
      seek('Tab', `${embedded.newsletter.label} entry`),
      type('ada'),
      press('Return', embedded.messages.emailFormat),
      type('@example.com'),
      press('Return', embedded.newsletter.done.title),
    ],
  },
  {
    title: 'Booking a time',
    steps: [
      open('/book', 'Finished loading', embedded.calendar.title),
      seek('Tab', embedded.booking.labels.name, 'entry'),
      type('Ada'),
      press('Return', embedded.booking.notDone, embedded.calendar.messages.choose),
      seek('Tab', 'radio button'),
      press('space', 'selected'),
      seek('Tab', embedded.booking.labels.email, 'entry'),
      type('ada@example.com'),
      press('Return', embedded.calendar.booked.title),
      seek('Tab', embedded.calendar.cancel, 'collapsed'),
      press('Return', 'expanded'),
      seek('Tab', embedded.calendar.cancelSubmit, 'button', embedded.calendar.cancelText),
      press('Return', `${embedded.calendar.cancelled.title} heading`),
    ],
  },
];
