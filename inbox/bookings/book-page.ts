import { html, raw } from 'hono/html';
import { once } from '#booking/memo.ts';
import { zoneGroups, zoneLabel } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { fill } from '#model/fill.ts';
import { bookingPath } from '#model/vocabulary.ts';
import type { Offer } from '../calendar.ts';
import { type Fields, kinds, lengthInWords } from '../kinds/index.ts';
import {
  alert,
  banner,
  type FormError,
  focused,
  type Html,
  hiddenInput,
  honeypot,
  inputs,
  optional,
  type Page,
  privacyLink,
  submitButton,
} from '../pages.ts';
import { choice, timeChoice } from './time-choice.ts';

const { booking: words, calendar } = embedded;

/** The value of the choice to suggest other times in words. */
export const noTime = 'none';

const intro = (text: string, fields: Fields): Html =>
  html`<p class="figure">${lengthInWords(fields)}</p><p id="intro">${fill(text, { minutes: fields.minutes ?? '' })}</p>`;

export interface BookForm {
  fields: Fields;
  /** A form that is sent twice is one submission. */
  submissionId: string;
  /** The chosen time, which may have been taken since; `noTime`; or empty. */
  chosen: string;
}

const timesFields = kinds.booking.fields.filter(({ name }) => name === 'times');
const otherFields = kinds.booking.fields.filter(({ name }) => name !== 'times');

/** Renders the typed values again. */
export const typedList = (fields: Fields): Html[] =>
  kinds.booking.fields
    .filter(({ name, input }) => input && fields[name])
    .map(({ name, label }) => html`<dt>${label}</dt><dd>${fields[name]}</dd>`);

export const requestedPage = (fields: Fields): Page => ({
  title: words.done.title,
  outcomeDetail: 'intro',
  intro: intro(words.done.text, fields),
  content: html`<dl>${typedList(fields)}</dl>`,
});

/** Renders the options of all four hundred time zones, only once. */
const allZones = once((): Html => {
  const groups = zoneGroups().map(
    ({ region, zones }) =>
      html`<optgroup label="${region}">${zones.map(
        ({ name, label }) => html`<option value="${name}">${label}</option>`,
      )}</optgroup>`,
  );
  return raw(String(html`${groups}`));
});

/**
 * Renders the choice of a zone. The current one is the first option, because the list may have it by another
 * name. It is closed, because hardly anybody needs it: a screen reader would read an open list at each load in
 * Chromium, also after a mistake.
 */
const zoneChoice = (zone: string): Html => html`${hiddenInput('shown', zone)}<details>
      <summary id="zone">${calendar.zone}: ${zoneLabel(zone)}</summary>
      <p class="zone">
        <select name="zone" aria-label="${calendar.zone}"><option value="${zone}" selected>${zoneLabel(zone)}</option>${allZones()}</select>
        <button class="quiet" type="submit" name="look" value="zone" formnovalidate>${calendar.showZone}</button>
      </p>
    </details>`;

/** Enter in a field presses the form's first button, so this one precedes the button of the time zone. */
const enterButton = html`<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true"></button>`;

/**
 * Returns the form with the free times and the visitor's fields.
 * @param offer null without hours, or if the times cannot be read: visitors suggest times in words
 * @param zoneIs `assumed` until the visitor's zone is known, `chosen` when the page announces another
 */
export const bookPage = (
  { fields, submissionId, chosen }: BookForm,
  offer: Offer | null,
  error: FormError | null,
  zoneIs?: 'assumed' | 'chosen',
): Page => {
  const { title, submit, intro: ofPage } = offer ? calendar : words;
  const isFree = offer !== null && offer.times.length > 0;
  const sentence =
    offer && !isFree ? fill(calendar.noneFree, { days: String(offer.days) }) : ofPage;
  const mistake = error?.field === 'time' ? error.message : '';
  // The field's own message does not mention that nothing is booked.
  const ofField = error?.field ? { ...error, message: `${words.notDone} ${error.message}` } : error;
  // Visitors who choose no time must suggest one.
  const inWords = inputs(timesFields, fields, ofField, offer ? '' : optional);
  const choices = isFree
    ? html`${enterButton}<fieldset class="times"><legend>${calendar.when}</legend>
          ${mistake && html`<div class="banner"><h2 aria-describedby="error"${focused}>${words.notDone}</h2><p id="error">${mistake}</p></div>`}
          ${zoneChoice(offer.zone)}
          ${zoneIs === 'chosen' && html`<h2 class="visually-hidden" aria-describedby="zone"${focused}>${calendar.zoneShown}</h2>`}
          ${timeChoice(offer, chosen)}
          <p class="none">${choice(noTime, calendar.none, chosen === noTime)}
          <span class="hint">${calendar.noneHint}</span></p>
        </fieldset>
        <div class="if-none">${inWords}</div>`
    : html`${mistake && banner(`${words.notDone} ${mistake}`)}${offer && hiddenInput('zone', offer.zone)}${hiddenInput('time', noTime)}
        ${inWords}`;
  return {
    title,
    ...(offer && zoneIs === 'assumed' ? { zoneInQuestion: offer.zone } : {}),
    intro: html`${intro(sentence, fields)}${offer?.isChecked === false && html`<p>${calendar.unchecked}</p>`}`,
    content: html`<form role="none" method="post" novalidate action="${bookingPath(Number(fields.minutes))}">
        ${alert(error)}
        ${hiddenInput('submission_id', submissionId)}${honeypot}
        ${choices}
        ${inputs(otherFields, fields, ofField)}
        ${submitButton(submit, title, error)}
        <p class="hint">${privacyLink}</p>
      </form>`,
  };
};
