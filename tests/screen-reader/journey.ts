import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  failureOptionLabels,
  notificationLabels,
  notificationMessages,
  validationMessages,
} from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { fill } from '#content/schema/fill.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { roleSince } from '#src/components/roles.ts';
import { wordsAt } from '../threshold-words.ts';
import { offlineKey, troubledPage } from './troubled-site.ts';
import { type Chapter, open, press, reload, type Step, seek, type } from './walk.ts';

const { labels, success } = contact.form;
const { assumptions, verdicts } = thresholdFigure;
const [service] = services.items;
const [paper] = resources.catalogue;
const lastPaper = resources.catalogue.at(-1);
const [claim] = hero.claims;
const role = claim && roleSince(claim.source);
if (!service || !paper || !lastPaper || !claim || !role)
  throw new Error('The content has no service, paper, claim or role');

const { all, withMessage } = contact.form.filledIn;
const filledIn = service.message === undefined ? all : withMessage;

const toTop = press('ctrl+Home', site.labels.skipLink);

/** A chapter begins with the home page, read from its top. */
const home: Step[] = [open('/', 'Finished loading', site.pages.home.title), toTop];

/** The page of troubled-site.ts, read from its top. */
const troubled: Step[] = [
  open(`/${troubledPage}/`, 'Finished loading', site.pages.home.title),
  toTop,
];

const resize = (width: number, height: number): Step => ({
  does: `makes the window ${width} pixels wide`,
  act: (hands) => hands.resize(width, height),
  hears: [],
});

/** By the address of the site: browsers walk at the same time. */
const restores = new Map<string, () => void>();
const breakStore: Step = {
  does: 'meanwhile the inbox fails',
  act: async ({ site }) => {
    restores.set(site.url, site.breakStore());
  },
  hears: [],
};
const mendStore: Step = {
  does: 'meanwhile the inbox works again',
  act: async ({ site }) => restores.get(site.url)?.(),
  hears: [],
};

/** From the top to a heading in a section, by levels: by `h` there are dozens before it. */
const toHeading = (section: { heading: string }, heading: string): Step[] => [
  seek('2', `${section.heading} heading level 2`),
  seek('3', `${heading} heading level 3`),
];

/** Into the first field of the form. */
const toForm: Step[] = [
  ...toHeading(contact, contact.form.heading),
  seek('Tab', labels.firstName, 'Focus mode'),
];

const typed: Record<string, string> = {
  [labels.firstName]: 'Ada',
  [labels.lastName]: 'Byron',
  [labels.email]: 'ada@example.com',
  [labels.company]: 'Engines',
  [labels.message]: 'We lose money to refunds.',
};

/** A mistake in a field: said when the form is sent, and gone when the field is right. */
const mistake = (label: string, message: string): Step[] => [
  press('Return', message),
  type(typed[label] ?? ''),
];

export const journey: readonly Chapter[] = [
  {
    title: 'Arriving',
    steps: [...home, press('Return', ...hero.headline, 'heading level 1')],
  },
  {
    title: 'From heading to heading',
    steps: [
      ...home,
      ...[services, expertise, about, resources, contact].map(({ heading }) =>
        seek('h', `${heading} heading level 2`),
      ),
    ],
  },
  {
    title: 'From landmark to landmark',
    steps: [
      ...home,
      seek('m', site.labels.navigation),
      // All of the page's own.
      press('m'),
      // Orca reads the first line of a heading.
      ...[services, expertise, about, resources, contact].map(({ label, heading }) =>
        press('m', `${label} ${heading.split(' ')[0]}`),
      ),
    ],
  },
  {
    title: 'From the navigation to a section',
    steps: [...home, seek('Tab', about.label, 'link'), press('Return', `${about.label} region`)],
  },
  {
    title: 'Links out of context',
    steps: [
      ...home,
      seek('k', `${hero.scheduleLabel} (${site.labels.newTab}) link`),
      seek('k', hero.resourcesLabel, 'link'),
      seek('k', `${resources.labels.access} ${paper.title}`),
      seek('k', identity.email, 'link'),
    ],
  },
  {
    title: 'The slider of the figure',
    steps: [
      ...home,
      seek('Tab', thresholdFigure.control, 'slider', wordsAt(assumptions.threshold).verdict),
      press('Right', 'cost', 'per day', thresholdFigure.readings.stopped.label),
      press('Left', 'cost', 'per day'),
      press('End', 'cost', verdicts.tooLoose),
      press('Home', 'cost', verdicts.worseThanNothing),
    ],
  },
  {
    title: 'A claim, and what it rests on',
    steps: [
      ...home,
      seek(
        'Tab',
        hero.evidence.summary.replace('{figure}', () => claim.figure),
        claim.unit,
      ),
      press('Return', 'expanded'),
      seek('Tab', String(claim.source)),
      press('Return', role.role, role.company),
      press('alt+Left', String(claim.source), 'link'),
    ],
  },
  {
    title: 'The career',
    steps: [
      ...home,
      ...toHeading(expertise, expertise.timelineHeading),
      ...expertise.timeline.map((one) =>
        press(
          '4',
          one.to === null
            ? `${one.role}, ${expertise.currentRole} heading level 4`
            : `${one.role} heading level 4`,
          `${one.company} ${one.from} to`,
        ),
      ),
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
      seek('h', services.heading),
      seek('Tab', service.title, service.summary),
      press('Return', 'expanded'),
      seek('Tab', services.labels.discuss, service.title),
      press('Return', contact.form.heading, fill(filledIn, { topic: service.title })),
    ],
  },
  {
    title: 'Mistakes in the form, and sending it',
    steps: [
      ...home,
      ...toForm,
      ...mistake(labels.firstName, validationMessages.firstName),
      ...mistake(labels.lastName, validationMessages.lastName),
      press('Return', validationMessages.email),
      type('ada'),
      press('Return', validationMessages.emailFormat),
      type('@example.com'),
      press('Return', validationMessages.company),
      type(typed[labels.company] ?? ''),
      seek('Tab', labels.message),
      press('ctrl+a'),
      press('BackSpace'),
      seek('Tab', contact.form.submit),
      ...mistake(labels.message, validationMessages.message),
      seek('Tab', contact.form.submit),
      press('Return', success.heading, success.text),
      seek('Tab', success.again, 'button'),
      press('Return', labels.firstName),
    ],
  },
  {
    title: 'A message that is not sent at first',
    steps: [
      ...troubled,
      ...toForm,
      ...[labels.firstName, labels.lastName, labels.email, labels.company].flatMap(
        (label, index) => [...(index === 0 ? [] : [seek('Tab', label)]), type(typed[label] ?? '')],
      ),
      seek('Tab', labels.message),
      type(typed[labels.message] ?? ''),
      breakStore,
      seek('Tab', contact.form.submit),
      press('Return', contact.form.submittingNote, failureMessages.contact_form),
      seek('Tab', `${failureOptionLabels.emailDirectly}: ${identity.email}`),
      press('Tab', failureOptionLabels.callDirectly, formatPhone(identity.phone)),
      press('Tab', failureOptionLabels.tryAgain),
      mendStore,
      press('Return', contact.form.submittingNote, success.heading),
    ],
  },
  {
    title: 'A message that was begun',
    steps: [
      ...home,
      ...toForm,
      type('Ada'),
      reload(contact.form.restored),
      // Its sections come later, which a screen reader has to read.
      open('/', 'Finished loading', contact.form.restored),
    ],
  },
  {
    title: 'The papers, and one that does not come',
    steps: [
      // Firefox shows a paper in a tab of its own, Chromium among its downloads.
      ...[paper, lastPaper].flatMap(({ title }) => [
        ...home,
        seek('2', resources.heading),
        seek('Tab', `${resources.labels.access}, ${title}`, 'link'),
        press('Return', 'pdf'),
      ]),
      ...troubled,
      seek('2', resources.heading),
      seek('Tab', `${resources.labels.access}, ${lastPaper.title}`, 'link'),
      press('Return', failureMessages.resource_download),
      press('Tab', failureOptionLabels.tryAgain, 'button'),
      press('Tab', `${failureOptionLabels.requestByEmail}: ${identity.email}`),
      press('Tab', failureOptionLabels.browseResources),
      press('Tab', notificationLabels.dismiss, 'button'),
      press('Return', lastPaper.title, 'link'),
    ],
  },
  {
    title: 'Without a connection, and with it again',
    steps: [
      ...troubled,
      press(offlineKey, notificationMessages.offline),
      press(offlineKey, notificationMessages.online),
    ],
  },
  {
    title: 'A tab that the browser blocks',
    steps: [
      ...troubled,
      seek('Tab', hero.scheduleLabel),
      press('Return', notificationMessages.schedulePopupBlocked, embedded.calendar.title),
    ],
  },
  {
    title: 'A part of the page that fails',
    steps: [
      ...troubled,
      seek(
        'Tab',
        // It fails when it is reached.
        thresholdFigure.control,
        applicationErrorMessages.error,
        applicationErrorMessages.parts['threshold-figure'],
        identity.email,
      ),
      seek('Tab', identity.email, 'link'),
      seek('Tab', applicationErrorMessages.reload, 'button'),
    ],
  },
  {
    title: 'The newsletter',
    steps: [
      ...home,
      ...toHeading(resources, resources.newsletter.heading),
      seek('Tab', `${embedded.newsletter.label} entry`),
      type('ada'),
      press('Return', `${embedded.newsletter.label} entry`, embedded.messages.emailFormat),
      type('@example.com'),
      breakStore,
      press('Return', embedded.newsletter.notDone, failureMessages.unavailable),
      seek('Tab', failureOptionLabels.tryAgain, 'button'),
      mendStore,
      press('Return', embedded.newsletter.done.title, typed[labels.email] ?? ''),
    ],
  },
  {
    title: 'Terms, privacy, and an address that is none',
    steps: [
      open('/terms', 'Finished loading', site.pages.terms.title),
      toTop,
      seek('h', site.pages.terms.title, 'heading level 1'),
      open('/privacy', 'Finished loading', site.pages.privacy.title),
      seek('h', site.pages.privacy.title, 'heading level 1'),
      open('/nowhere', 'Finished loading', site.pages.notFound.title),
      seek('h', site.pages.notFound.title),
    ],
  },
  {
    title: 'Booking a time',
    steps: [
      open('/book', 'Finished loading', embedded.calendar.title),
      seek('Tab', embedded.calendar.zone, 'collapsed'),
      press('Return', 'expanded'),
      press('Tab', embedded.calendar.zone, 'combo box'),
      press('Tab', embedded.calendar.showZone, 'button'),
      press('Return', embedded.calendar.zoneShown, embedded.calendar.zone, 'UTC'),
      seek('Tab', embedded.booking.labels.name, 'entry'),
      type('Ada'),
      press('Return', embedded.booking.notDone, embedded.calendar.messages.choose),
      seek('Tab', 'radio button'),
      press('space', 'selected'),
      press('r', 'radio button'),
      seek('Tab', embedded.booking.labels.email, 'entry'),
      type('ada'),
      press('Return', embedded.booking.notDone, embedded.messages.emailFormat),
      type('@example.com'),
      press('Return', embedded.calendar.booked.title),
      seek('Tab', embedded.calendar.file, 'link'),
      seek('Tab', embedded.calendar.cancel, 'collapsed'),
      press('Return', 'expanded'),
      seek('Tab', embedded.calendar.cancelSubmit, 'button', embedded.calendar.cancelText),
      press('Return', `${embedded.calendar.cancelled.title} heading`),
      open(
        '/booking?key=old',
        'Finished loading',
        embedded.calendar.unknown.title,
        embedded.calendar.unknown.text,
      ),
    ],
  },
  {
    title: 'An address with a hash, again, and back',
    steps: [
      open('/#contact', contact.label),
      reload(contact.label),
      open('/terms', 'Finished loading'),
      { ...press('alt+Left', 'Finished loading'), hushes: '[OBJ]' },
    ],
  },
];
