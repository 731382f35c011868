import { html, raw } from 'hono/html';
import { once } from '#booking/memo.ts';
import { zoneGroups, zoneLabel } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import type { Offer } from '../calendar.ts';
import { booking } from '../kinds/booking.ts';
import type { Fields } from '../kinds/kind.ts';
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
} from '../pages.ts';
import { checked, choice, timeChoice } from './time-choice.ts';

const { booking: words, calendar, mail } = embedded;

/** The value of the choice to write other times in words. */
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

/** The field beside the times, for visitors who choose none. */
const timesIfNone = booking.fields
  .filter(isTimes)
  .map((field) => ({ ...field, input: { ...field.input, isConditional: true } }));

/** The id that makes a form that is sent twice one submission, and a field for robots. */
const hiddenInputs = (submissionId: string): Html =>
  html`${hiddenInput('submission_id', submissionId)}<p hidden><input type="checkbox" name="botcheck" tabindex="-1" aria-hidden="true"></p>`;

/** Adds that nothing is booked, which the mistake of a field does not mention. */
const withNotDone = (error: FormError | null): FormError | null =>
  error?.field ? { ...error, message: `${words.notDone} ${error.message}` } : error;

/** Returns the page of a request in the visitor's own words, for the owner to answer. */
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

/** Made once: there are four hundred. */
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
 * The chosen zone comes first, also one that the runtime's list has by another name. Closed, as hardly
 * anybody needs it: Chromium has a list that is shown spoken at each load, after a mistake as well.
 */
const zoneChoice = (zone: string): Html => html`${hiddenInput('shown', zone)}<details>
      <summary id="zone">${calendar.zone}: ${zoneLabel(zone)}</summary>
      <p class="zone">
        <select name="zone" aria-label="${calendar.zone}"><option value="${zone}" selected>${zoneLabel(zone)}</option>${allZones()}</select>
        <button class="quiet" type="submit" name="look" value="zone" formnovalidate>${calendar.showZone}</button>
      </p>
    </details>`;

/** Returns the notice for a time in which the owner's own calendar cannot be read. */
const unchecked = ({ isChecked }: Offer): Html | '' =>
  isChecked ? '' : html`<p>${calendar.unchecked}</p>`;

/** Enter in a field presses the first button of a form, which must not be the one for the time zone. */
const enterButton = html`<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true"></button>`;

/**
 * Returns the form with the free times and the visitor's fields.
 * @param zoneIs `assumed` before the visitor's is known, `chosen` when another is new, which is announced
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
