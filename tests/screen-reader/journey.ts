import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { failureMessages, failureOptionLabels, validationMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { fill } from '#model/fill.ts';
import { wordsAt } from '../threshold-words.ts';
import { open, press, reload, type Step, seek, silently, type } from './walk.ts';

// The sentences that must be heard. The announcements of all other states are tested in the accessibility tree
// (tests/accessibility/announcements.spec.ts).

const { labels, success, filledIn } = contact.form;
const { assumptions, control, verdicts } = thresholdFigure;
const [service] = services.items;
const { title = '', summary = '', message } = service ?? {};
const { booking, calendar, newsletter } = embedded;

/** The first steps of most chapters. */
const home = [open('/', site.pages.home.title), press('ctrl+Home')];

let mend = (): void => undefined;
const breakStore = silently('meanwhile the inbox fails', ({ site }) => {
  mend = site.breakStore();
});
const mendStore = silently('meanwhile the inbox works', () => mend());

/** Chapters by their titles. */
export const journey: Record<string, Step[]> = {
  'Arriving, and from heading to heading': [
    open('/', site.pages.home.title),
    press('ctrl+Home', site.labels.skipLink),
    press('Return', `${hero.headline.join(' ')} heading level 1`),
    ...[services, expertise, about, resources, contact].map(({ heading }) =>
      seek('h', `${heading} heading level 2`),
    ),
  ],
  'The slider of the figure': [
    ...home,
    seek('Tab', control, 'slider', wordsAt(assumptions.threshold).verdict),
    press('End', verdicts.tooLoose),
    press('Home', verdicts.worseThanNothing),
  ],
  'The menu of a narrow window': [
    silently('makes the window narrow', (hands) => hands.resize(420, 900)),
    ...home,
    seek('Tab', site.labels.menu),
    press('Return', 'expanded'),
    press('Tab', `${services.label} link`),
    press('Escape', site.labels.menu),
    press('Return', 'expanded'),
    press('Tab'),
    // An announcement of the closed menu would interrupt that of the section.
    { ...press('Return', `${services.label} region`), hushes: 'collapsed' },
  ],
  'A service': [
    ...home,
    seek('Tab', title, summary),
    press('Return', 'expanded'),
    seek('Tab', `${services.labels.discuss} ${title}`),
    press(
      'Return',
      contact.form.heading,
      fill(message === undefined ? filledIn.all : filledIn.withMessage, { topic: title }),
    ),
  ],
  'Mistakes in the form, a failure, and the message sent': [
    open('/#contact'),
    seek('Tab', labels.firstName),
    press('Return', validationMessages.firstName),
    type('Ada'),
    reload(contact.form.restored),
    seek('3', contact.form.heading),
    seek('Tab', labels.lastName),
    type('Byron'),
    seek('Tab', labels.email),
    type('ada'),
    press('Return', validationMessages.emailFormat),
    type('@example.com'),
    press('Return', validationMessages.company),
    type('Engines'),
    seek('Tab', labels.message),
    type('We lose money to refunds.'),
    breakStore,
    seek('Tab', contact.form.submit),
    press('Return', failureMessages.contact_form),
    seek('Tab', failureOptionLabels.emailDirectly),
    seek('Tab', failureOptionLabels.tryAgain),
    mendStore,
    press('Return', success.heading, success.text),
  ],
  'The newsletter': [
    open('/#resources'),
    seek('Tab', `${newsletter.label} entry`),
    type('ada'),
    press('Return', embedded.messages.emailFormat),
    type('@example.com'),
    press('Return', newsletter.done.title),
  ],
  'Booking a time': [
    open('/book', calendar.title),
    seek('Tab', booking.labels.name),
    type('Ada'),
    press('Return', booking.notDone, calendar.messages.choose),
    seek('Tab', 'radio button'),
    press('space', 'selected'),
    seek('Tab', booking.labels.email),
    type('ada@example.com'),
    press('Return', calendar.booked.title),
    seek('Tab', calendar.cancel),
    press('Return', 'expanded'),
    seek('Tab', calendar.cancelSubmit, calendar.cancelText),
    press('Return', `${calendar.cancelled.title} heading`),
  ],
};
