import type { RunningSite } from '#hosting/tests/test-site.ts';
import type { Desktop } from './desktop.ts';
import { notHeard, stuttered } from './spoken.ts';

type Hands = Desktop & { site: RunningSite };

/** An action of the visitor, and the sentences that must then be spoken, in this order. */
export interface Step {
  does: string;
  act: (hands: Hands) => unknown;
  hears: readonly string[];
  /** A sentence that must not be spoken. */
  hushes?: string;
  /** The sentence that a visitor looks for: the step is repeated until it is spoken. */
  seeks?: string;
  /** Milliseconds of silence after which the visitor goes on. */
  listens?: number;
}

const mostPresses = 60;
/** Milliseconds of silence after speech until a visitor who looks for a sentence goes on. */
const glance = 400;
/** Milliseconds of silence on a new page: the note on a draft comes when the page has been read. */
const arrival = 2500;

/** @returns the last action, what was then spoken, and the sentences that were missing or too many */
export const walk = async (step: Step, hands: Hands) => {
  const { does, act, hears, hushes, seeks, listens = seeks ? glance : undefined } = step;
  const sought = seeks ? [seeks] : [];
  const wanted = seeks ? [] : hears;
  const isSilent = !seeks && hears.length === 0;
  // Speech that is left from the step before is not an answer to a key.
  if (seeks) await hands.hear(() => true);
  let spoken: string[] = [];
  let presses = 0;
  do {
    await act(hands);
    presses++;
    spoken = await hands.hear(
      (now) => notHeard(wanted, now).length === 0 && (now.length > 0 || isSilent),
      listens,
    );
    // If Orca does not answer a key, it does not answer the next one.
  } while (notHeard(sought, spoken).length > 0 && spoken.length > 0 && presses < mostPresses);
  if (seeks) spoken.push(...(await hands.hear(() => true)));
  const missing = [...notHeard([...sought, ...hears], spoken), ...stuttered(spoken)];
  if (hushes && notHeard([hushes], spoken).length === 0) missing.push(`${hushes} (not at all)`);
  return { does: presses > 1 ? `${does}, ${presses} times` : does, spoken, missing };
};

export const press = (keys: string, ...hears: string[]): Step => ({
  does: keys,
  act: (hands) => hands.press(keys),
  hears,
});

/** Presses a key again and again. */
export const seek = (key: string, seeks: string, ...hears: string[]): Step => ({
  ...press(key, ...hears),
  seeks,
});

/** A step after which nothing must be spoken. */
export const silently = (does: string, act: Step['act']): Step => ({ does, act, hears: [] });

/** Types text, as into a field. Orca only echoes the letters. */
export const type = (text: string): Step =>
  silently(`types “${text}”`, (hands) => hands.type(text));

export const open = (path: string, ...hears: string[]): Step => ({
  does: `opens ${path}`,
  act: (hands) => hands.open(`${hands.site.url}${path}`),
  hears,
  listens: arrival,
});

export const reload = (...hears: string[]): Step => ({
  ...press('F5', ...hears),
  listens: arrival,
});
