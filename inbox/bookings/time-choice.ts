import { html, raw } from 'hono/html';
import { createMemo } from '#booking/memo.ts';
import { timeInWords, weekInWords } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import type { Offer } from '../calendar.ts';
import type { Html } from '../pages.ts';

const { calendar } = embedded;

/**
 * Browsers restore the choices of a closed tab by their position, where another time may be by then. Firefox restores
 * an element with an id by its id, and Chromium nothing with `autocomplete="off"`.
 * @param day for screen readers, which read the label out of context
 */
export const choice = (value: string, label: string, isChecked: boolean, day = ''): Html =>
  html`<label class="choice"><input type="radio" id="${value}" autocomplete="off" name="time" value="${value}" required${isChecked && html` checked`}> <span>${label}${day && html`<span class="visually-hidden"> ${day}</span>`}</span></label>`;

/** Returns the free times next to a wanted one: the last up to it, and the first after it. */
const nearestTo = (wanted: string, times: readonly number[]): number[] => {
  const at = Date.parse(wanted);
  const nearest = [times.findLast((time) => time <= at), times.find((time) => time > at)];
  return nearest.filter((time) => time !== undefined);
};

/** Renders a `<details>` for each week, with its days and their times. */
const render = ({ times, zone }: Offer, chosen: string): Html => {
  const near = times.includes(Date.parse(chosen)) ? [] : nearestTo(chosen, times);
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
  return html`${links.length > 0 && html`<p class="options">${calendar.nearest}${links}</p>`}
      ${[...weeks].map(([week, inWeek], index) => {
        const isOpen = inWeek.flat().some(({ value, isNear }) => isNear || value === chosen);
        return html`<details${(isOpen || (index === 0 && near.length === 0)) && html` open`}>
        <summary>${week}</summary>
        ${inWeek.map(
          (inDay) =>
            html`<div class="day"><h2>${inDay[0]?.date}</h2>${inDay.map(
              ({ value, date, time, offset }, place) => {
                // When the clock is set back, an hour occurs twice.
                const isTwice = inDay.some((other, at) => at !== place && other.time === time);
                const label = isTwice ? `${time} (${offset})` : time;
                return choice(value, label, value === chosen, date);
              },
            )}</div>`,
        )}
      </details>`;
      })}`;
};

/** The cache is small, because a page of times can have 200 KB, and visitors choose the keys. */
const htmlOf = createMemo<string, Html>(30);

/**
 * Renders the times of an offer once, because this takes longer than the rest of the page.
 * @param chosen the time to mark; if it is no longer free, links lead to the nearest free ones
 */
export const timeChoice = (...what: [offer: Offer, chosen: string]): Html =>
  htmlOf(JSON.stringify(what), () => raw(String(render(...what))));
