import { html, raw } from 'hono/html';
import { timeInWords, weekInWords, zoneGroups, zoneLabel } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { generalConsultation } from '#model/vocabulary.ts';
import { bookedTimeIn, inShort, inWords } from './kinds/booked-time.ts';
import { booking, bookingLengths } from './kinds/booking.ts';
import type { Fields } from './kinds/kind.ts';
import {
  alert,
  banner,
  type FormError,
  focused,
  type Html,
  hiddenInput,
  inputs,
  type Page,
  privacyLink,
  submitButton,
  supportLink,
} from './pages.ts';
import { bookedPath, calendarFilePath } from './paths.ts';
import type { Booking } from './stores/store.ts';

const { booking: words, calendar, mail } = embedded;

/** What a visitor is offered. */
export interface Offer {
  /** Epoch milliseconds, ascending. */
  times: readonly number[];
  /** Whose clock the page shows. */
  zone: string;
  /** How many days ahead there can be times. */
  days: number;
  /** Whether the owner's own calendar was looked at. */
  isChecked: boolean;
}

/** The value of the choice to say in words when it would suit. */
export const noTime = 'none';

const lengthFigure = ({ minutes = '' }: Fields): Html =>
  html`<p class="figure">${mail.length.replace('{minutes}', () => minutes)}</p>`;

const intro = (text: string, fields: Fields): Html =>
  html`${lengthFigure(fields)}<p id="intro">${text.replace('{minutes}', () => fields.minutes ?? '')}</p>`;

interface Form {
  action: string;
  fields: Fields;
  submissionId: string;
}

interface CalendarForm extends Form {
  /** A time, also one that is gone, `noTime`, or empty when nothing was chosen yet. */
  chosen: string;
}

const isTimes = ({ name }: { name: string }): boolean => name === 'times';

/** Beside times to choose from, for who chooses none. */
const timesIfNone = booking.fields
  .filter(isTimes)
  .map((field) => ({ ...field, input: { ...field.input, isConditional: true } }));

/** What makes a form that is sent twice one, and a field for robots. */
const hiddenInputs = (submissionId: string): Html =>
  html`${hiddenInput('submission_id', submissionId)}<p hidden><input type="checkbox" name="botcheck" tabindex="-1" aria-hidden="true"></p>`;

/** What a field lacks does not say that nothing is booked. */
const withNotDone = (error: FormError | null): FormError | null =>
  error?.field ? { ...error, message: `${words.notDone} ${error.message}` } : error;

/** In the visitor's own words, for the owner to answer. */
export const requestPage = (
  { action, fields, submissionId }: Form,
  error: FormError | null,
): Page => ({
  title: words.title,
  intro: intro(words.intro, fields),
  content: html`<form role="none" method="post" novalidate action="${action}">
        ${alert(error)}
        ${hiddenInputs(submissionId)}${hiddenInput('time', noTime)}
        ${inputs(booking.fields, fields, withNotDone(error))}
        ${submitButton(words.submit, words.title, error)}
        <p class="hint">${privacyLink}</p>
      </form>`,
});

export const requestedPage = (fields: Fields): Page => {
  const typed = booking.fields.filter(({ name, input }) => input && fields[name]);
  return {
    title: words.done.title,
    outcomeDetail: 'intro',
    intro: intro(words.done.text, fields),
    content: html`<dl>
    ${typed.map(({ name, label }) => html`<dt>${label}</dt><dd>${fields[name]}</dd>`)}
  </dl>`,
  };
};

let zoneOptions: Html | null = null;

/** Made once: there are four hundred. */
const allZones = (): Html => {
  if (zoneOptions) return zoneOptions;
  const groups = zoneGroups().map(
    ({ region, zones }) =>
      html`<optgroup label="${region}">${zones.map(
        ({ name, label }) => html`<option value="${name}">${label}</option>`,
      )}</optgroup>`,
  );
  zoneOptions = raw(String(html`${groups}`));
  return zoneOptions;
};

/**
 * The chosen one stands first, also one that the runtime's list has by another name. Closed, as hardly
 * anybody needs it: Chromium has a list that is shown spoken at each load, after a mistake as well.
 */
const zoneChoice = (zone: string): Html => html`${hiddenInput('shown', zone)}<details>
      <summary id="zone">${calendar.zone}: ${zoneLabel(zone)}</summary>
      <p class="zone">
        <select name="zone" aria-label="${calendar.zone}"><option value="${zone}" selected>${zoneLabel(zone)}</option>${allZones()}</select>
        <button class="quiet" type="submit" name="look" value="zone" formnovalidate>${calendar.showZone}</button>
      </p>
    </details>`;

/** @param day for who hears it: out of context, a time alone says little */
const choice = (value: string, label: string, attributes: Html | '', day = ''): Html =>
  html`<label class="choice"><input type="radio" name="time" value="${value}" required${attributes}> <span>${label}${day ? html`<span class="visually-hidden"> ${day}</span>` : ''}</span></label>`;

const checked = html` checked`;

/** The last free time up to one that was wanted, and the first after it. */
const nearestTo = (wanted: string, times: readonly number[]): number[] => {
  const at = Date.parse(wanted);
  const nearest = [times.findLast((time) => time <= at), times.find((time) => time > at)];
  return nearest.filter((time) => time !== undefined);
};

/**
 * Weeks to open, in them days, in them times.
 * @param chosen a time; where it `isGone`, the nearest ones are shown instead
 */
const timeChoice = ({ times, zone }: Offer, chosen: string, isGone: boolean): Html => {
  const near = isGone ? nearestTo(chosen, times) : [];
  const offered = times.map((instant) => ({
    value: new Date(instant).toISOString(),
    isNear: near.includes(instant),
    ...timeInWords(instant, zone, site.language),
  }));
  const days = [...Map.groupBy(offered, ({ day }) => day).values()];
  const weeks = Map.groupBy(days, ([first]) => weekInWords(first?.day ?? '', site.language));
  const links = offered
    .filter(({ isNear }) => isNear)
    .map(({ value, date, time }) => html` <a href="#${value}">${date}, ${time}</a>`);
  return html`${links.length > 0 ? html`<p class="options">${calendar.nearest}${links}</p>` : ''}
      ${[...weeks].map(([week, inWeek], index) => {
        const isOpen = inWeek.flat().some(({ value, isNear }) => isNear || value === chosen);
        return html`<details${isOpen || (index === 0 && near.length === 0) ? html` open` : ''}>
        <summary>${week}</summary>
        ${inWeek.map(
          (inDay) =>
            html`<div class="day"><h2>${inDay[0]?.date}</h2>${inDay.map(
              ({ value, isNear, date, time, offset }, place) => {
                // A clock that is set back shows an hour twice.
                const isTwice = inDay.some((other, at) => at !== place && other.time === time);
                const label = isTwice ? `${time} (${offset})` : time;
                const state = isNear ? html` id="${value}"` : value === chosen ? checked : '';
                return choice(value, label, state, date);
              },
            )}</div>`,
        )}
      </details>`;
      })}`;
};

/** What is true while the owner's own calendar cannot be read. */
const unchecked = ({ isChecked }: Offer): Html | '' =>
  isChecked ? '' : html`<p>${calendar.unchecked}</p>`;

/** Enter in a field presses the first button of a form, which must not be the one for the time zone. */
const enterButton = html`<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true"></button>`;

/**
 * Free times, and who wants one.
 * @param zoneIs `assumed` before the visitor's is known, `chosen` when another was just asked for, which is then said
 */
export const calendarPage = (
  { action, fields, submissionId, chosen }: CalendarForm,
  offer: Offer,
  error: FormError | null,
  zoneIs?: 'assumed' | 'chosen',
): Page => {
  const isFree = offer.times.length > 0;
  const mistake = error?.field === 'time' ? error.message : '';
  const ofField = withNotDone(error);
  const sentence = isFree
    ? calendar.intro
    : calendar.noneFree.replace('{days}', () => String(offer.days));
  return {
    title: calendar.title,
    ...(zoneIs === 'assumed' ? { zoneInQuestion: offer.zone } : {}),
    intro: html`${intro(sentence, fields)}${unchecked(offer)}`,
    content: html`<form role="none" method="post" novalidate action="${action}">
        ${alert(error)}
        ${enterButton}
        ${hiddenInputs(submissionId)}
        ${
          isFree
            ? html`<fieldset class="times"><legend>${calendar.when}</legend>
          ${mistake && html`<div class="banner"><h2 aria-describedby="error"${focused}>${words.notDone}</h2><p id="error">${mistake}</p></div>`}
          ${zoneChoice(offer.zone)}
          ${zoneIs === 'chosen' ? html`<h2 class="visually-hidden" aria-describedby="zone"${focused}>${calendar.zoneShown}</h2>` : ''}
          ${timeChoice(offer, chosen, mistake !== '')}
          <p class="none">${choice(noTime, calendar.none, chosen === noTime ? checked : '')}
          <span class="hint">${calendar.noneHint}</span></p>
        </fieldset>`
            : html`${mistake && banner(`${words.notDone} ${mistake}`)}${hiddenInput('zone', offer.zone)}${hiddenInput('time', noTime)}`
        }
        <div class="${isFree ? 'if-none' : ''}">${inputs(timesIfNone, fields, ofField)}</div>
        ${inputs(
          booking.fields.filter((field) => !isTimes(field)),
          fields,
          ofField,
        )}
        ${submitButton(calendar.submit, calendar.title, error)}
        <p class="hint">${privacyLink}</p>
      </form>`,
  };
};

/** @param bookingUrl where bookings are made instead; null for here */
const againLink = (bookingUrl: string | null, minutes: number = generalConsultation): Html | '' => {
  if (!site.booking) return '';
  const here = bookingPath(bookingLengths.has(minutes) ? minutes : generalConsultation);
  return html`<a class="primary" href="${bookingUrl ?? here}">${calendar.again}</a>`;
};

export const bookedAddress = (key: string, path = bookedPath): string =>
  `${path}?key=${encodeURIComponent(key)}`;

/** What was booked, and what can be done about it. */
export const bookedPage = (
  { fields, time }: Booking,
  key: string,
  {
    offer,
    isOver,
    ownerZone,
    error,
    wanted,
    bookingUrl,
  }: {
    /** Null when it can no longer be moved. */
    offer: Offer | null;
    isOver: boolean;
    ownerZone: string;
    error: FormError | null;
    /** The time to which it could not be moved, or empty. */
    wanted: string;
    bookingUrl: string | null;
  },
): Page => {
  const { minutes = '', zone } = fields;
  const isCancelled = time.cancelledAt !== null;
  const state = isCancelled ? calendar.cancelled : isOver ? calendar.over : calendar.booked;
  const theirs = bookedTimeIn(time, zone);
  const mine = bookedTimeIn(time, ownerZone);
  const typed = booking.fields.filter(
    ({ name, input }) => input && fields[name] && name !== 'times',
  );
  const address = bookedAddress(key);
  const change = (name: string): Html =>
    html`${hiddenInput('do', name)}${hiddenInput('sequence', String(time.sequence))}`;
  return {
    title: state.title,
    ...(error ? {} : { outcomeDetail: 'time' }),
    intro: html`${error ? banner(error.message) : ''}<p>${state.text}</p>
    ${time.invitation === 'none' && !isCancelled && !isOver ? html`<p>${calendar.noMail}</p>` : ''}
    <p class="options">${
      isCancelled || isOver
        ? againLink(bookingUrl, Number(minutes))
        : html`<a class="primary" href="${bookedAddress(key, calendarFilePath)}">${calendar.file}</a>`
    }</p>`,
    content: html`<dl>
      <dt>${mail.time}</dt><dd id="time">${inWords(theirs)}</dd>
      ${
        inShort(mine) === inShort(theirs)
          ? ''
          : html`<dt>${fillIdentity(calendar.ownerZone, 'content/words')}</dt><dd>${inWords(mine)}</dd>`
      }
      <dt>${calendar.minutes}</dt><dd>${mail.length.replace('{minutes}', () => minutes)}</dd>
      ${typed.map(({ name, label }) => html`<dt>${label}</dt><dd>${fields[name]}</dd>`)}
    </dl>
    ${
      offer && offer.times.length > 0
        ? html`<details${error?.field === 'time' ? html` open` : ''}>
        <summary>${calendar.move}</summary>
        <form role="none" method="post" novalidate action="${address}">
          ${change('move')}${hiddenInput('zone', offer.zone)}
          <fieldset class="times"><legend>${calendar.when}</legend>${timeChoice(offer, wanted, true)}</fieldset>
          <p><button type="submit">${calendar.moveSubmit}</button></p>
        </form>
      </details>`
        : ''
    }
    ${
      isCancelled || isOver
        ? ''
        : html`<details>
        <summary>${calendar.cancel}</summary>
        <form role="none" method="post" novalidate action="${address}">
          ${change('cancel')}
          <p id="cancel-text">${calendar.cancelText}</p>
          <p><button type="submit" aria-describedby="cancel-text time">${calendar.cancelSubmit}</button></p>
        </form>
      </details>`
    }`,
  };
};

export const unknownBookingPage = (bookingUrl: string | null): Page => ({
  title: calendar.unknown.title,
  outcomeDetail: 'intro',
  intro: html`<p id="intro">${calendar.unknown.text}</p>
    <p class="options">${againLink(bookingUrl)} ${supportLink(calendar.unknown.title)}</p>`,
});
