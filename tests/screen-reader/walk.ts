import type { RunningSite } from '../../tools/test-site.ts';
import type { Desktop } from './desktop.ts';
import { notHeard, stuttered } from './spoken.ts';

export interface Hands extends Desktop {
  site: RunningSite;
}

/** A row of the journey: what the visitor does, and what must then be spoken, in this order. */
export interface Step {
  does: string;
  act: (hands: Hands) => Promise<void>;
  hears: readonly string[];
  /** What must not be spoken. */
  hushes?: string;
  /** The step is repeated until these are spoken, as a visitor goes on to what they look for. */
  seeks?: string;
  /** Milliseconds of silence after which the visitor goes on. */
  listens?: number;
}

export interface Chapter {
  title: string;
  steps: readonly Step[];
}

export interface Heard {
  does: string;
  spoken: string[];
  /** What should have been spoken, and was not, or not so often, or not at all. */
  missing: string[];
}

const mostPresses = 60;
/** Milliseconds of silence, once something was spoken, after which a visitor who seeks goes on. */
const glance = 400;
/** On a new page somebody listens longer: what is said of a draft comes when the page has been read. */
const arrival = 2500;

/** @returns what was done and spoken; of a step that is repeated, the last time */
export const walk = async (
  { does, act, hears, hushes, seeks, listens }: Step,
  hands: Hands,
): Promise<Heard> => {
  // What is still spoken of the step before is not an answer to a key.
  if (seeks !== undefined) await hands.hear(() => true);
  const isSilent = seeks === undefined && hears.length === 0;
  for (let presses = 1; ; presses++) {
    await act(hands);
    const wanted = seeks === undefined ? hears : [];
    const spoken = await hands.hear(
      (now) => notHeard(wanted, now).length === 0 && (now.length > 0 || isSilent),
      seeks === undefined ? listens : glance,
    );
    const isFound = seeks === undefined || notHeard([seeks], spoken).length === 0;
    // Where a key is not answered, the next is not either.
    if (!isFound && spoken.length > 0 && presses < mostPresses) continue;
    if (seeks !== undefined) spoken.push(...(await hands.hear(() => true)));
    const times = presses > 1 ? `, ${presses} times` : '';
    const missing = notHeard(seeks === undefined ? hears : [seeks, ...hears], spoken);
    if (hushes && notHeard([hushes], spoken).length === 0) missing.push(`${hushes} (not at all)`);
    return { does: `${does}${times}`, spoken, missing: [...missing, ...stuttered(spoken)] };
  }
};

export const press = (keys: string, ...hears: string[]): Step => ({
  does: keys,
  act: (hands) => hands.press(...keys.split(' ')),
  hears,
});

/** Presses a key again and again. */
export const seek = (key: string, seeks: string, ...hears: string[]): Step => ({
  ...press(key, ...hears),
  seeks,
});

/** Types, as into a field: what Orca says of each letter is the visitor's own. */
export const type = (text: string): Step => ({
  does: `types “${text}”`,
  act: (hands) => hands.type(text),
  hears: [],
});

export const reload = (...hears: string[]): Step => ({
  ...press('F5', ...hears),
  listens: arrival,
});

export const open = (path: string, ...hears: string[]): Step => ({
  does: `opens ${path}`,
  act: (hands) => hands.open(`${hands.site.url}${path}`),
  hears,
  listens: arrival,
});
