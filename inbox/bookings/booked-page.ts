import { html } from 'hono/html';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { bookingPath, generalConsultation } from '#model/vocabulary.ts';
import type { Offer } from '../calendar.ts';
import {
  bookedTimeIn,
  inShort,
  inWords,
  isGone,
  ownerZone,
  type Phase,
} from '../kinds/booked-time.ts';
import { bookingLengths, lengthInWords } from '../kinds/index.ts';
import {
  banner,
  type FormError,
  type Html,
  hiddenInput,
  type Page,
  supportLink,
} from '../pages.ts';
import type { Booking } from '../stores/store.ts';
import { typedList } from './book-page.ts';
import { timeChoice } from './time-choice.ts';

const { calendar, mail } = embedded;

/** The page on which visitors with the key read, move and cancel a booking, and the booking's calendar file. */
export const bookedPath = '/booking';
export const calendarFilePath = '/booking.ics';

/** @param bookingUrl the booking page that replaces ours; null for ours */
const againLink = (bookingUrl: string | null, minutes: number = generalConsultation): Html | '' => {
  if (!site.booking) return '';
  const here = bookingPath(bookingLengths.has(minutes) ? minutes : generalConsultation);
  return html`<a class="primary" href="${bookingUrl ?? here}">${calendar.again}</a>`;
};

export const bookedAddress = (key: string, path = bookedPath): string =>
  `${path}?key=${encodeURIComponent(key)}`;

interface BookedState {
  /** Null if the booking can no longer be moved. */
  offer: Offer | null;
  phase: Phase;
  error: FormError | null;
  /** The form that led to the error. */
  tried: { do?: string; time?: string };
  bookingUrl: string | null;
}

/** Returns the page of a booking, with the forms that change it. */
export const bookedPage = (
  { fields, time }: Booking,
  key: string,
  { offer, phase, error, tried, bookingUrl }: BookedState,
): Page => {
  const { title, text } = calendar[phase];
  const isBooked = phase === 'booked';
  const theirs = bookedTimeIn(time, fields.zone);
  const mine = bookedTimeIn(time, ownerZone);
  const form = (name: string, content: Html, query = ''): Html =>
    html`<form role="none" method="post" novalidate action="${bookedAddress(key) + query}">
      ${hiddenInput('do', name)}${hiddenInput('sequence', String(time.sequence))}${content}
    </form>`;
  const folded = (name: 'move' | 'cancel', content: Html): Html =>
    html`<details${error && tried.do === name && html` open`}>
        <summary>${calendar[name]}</summary>
        ${form(name, content)}
      </details>`;
  const confirm = html`<p><button type="submit" aria-describedby="time">${calendar.confirmSubmit}</button></p>`;
  const move =
    offer !== null &&
    offer.times.length > 0 &&
    html`<fieldset class="times"><legend>${calendar.when}</legend>${timeChoice(offer, tried.time ?? '')}</fieldset>
        ${!offer.isChecked && html`<p>${calendar.unchecked}</p>`}
        <p><button type="submit">${calendar.moveSubmit}</button></p>`;
  const cancel = html`<p id="cancel-text">${calendar.cancelText}</p>
        <p><button type="submit" aria-describedby="cancel-text time">${calendar.cancelSubmit}</button></p>`;
  return {
    title,
    ...(error ? {} : { outcomeDetail: 'time' }),
    intro: html`${error && banner(error.message)}<p>${text}</p>
    ${isBooked && time.invitation === 'none' && html`<p>${calendar.noMail}</p>`}
    ${(phase === 'held' || error?.isFailure) && html`<p class="options">${supportLink(title)}</p>`}
    ${isGone(phase) && html`<p class="options">${againLink(bookingUrl, Number(fields.minutes))}</p>`}
    ${isBooked && html`<p class="options"><a class="primary" href="${bookedAddress(key, calendarFilePath)}">${calendar.file}</a></p>`}
    ${phase === 'confirm' && form('confirm', confirm, `&code=${time.confirmation}`)}`,
    content: html`<dl>
      <dt>${mail.time}</dt><dd id="time">${inWords(theirs)}</dd>
      ${inShort(mine) !== inShort(theirs) && html`<dt>${fillIdentity(calendar.ownerZone)}</dt><dd>${inWords(mine)}</dd>`}
      <dt>${calendar.minutes}</dt><dd>${lengthInWords(fields)}</dd>
      ${typedList({ ...fields, times: '' })}
    </dl>
    ${move && folded('move', move)}
    ${!isGone(phase) && folded('cancel', cancel)}`,
  };
};

export const unknownBookingPage = (bookingUrl: string | null): Page => ({
  title: calendar.unknown.title,
  outcomeDetail: 'intro',
  intro: html`<p id="intro">${calendar.unknown.text}</p>
    <p class="options">${againLink(bookingUrl)} ${supportLink(calendar.unknown.title)}</p>`,
});
