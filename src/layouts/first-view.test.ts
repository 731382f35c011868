import { beforeEach, expect, test, vi } from 'vitest';
import { giveFonts } from './first-view.ts';

vi.hoisted(() => {
  const window = { requestIdleCallback: () => 0 };
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } }, window });
});

// A header as a browser lays it out: each label begins where the one before ends.

/** Pixels of a letter: the machine's are all alike, some of ours are narrower and some wider. */
const widthOf = (letter: string) => (dataset.fonts ? 8 + (letter.charCodeAt(0) % 7) : 10);
const ofStyleSheet = '2px';
const placeAt = (x: number, y = 0, width = 0) => ({ x, y, width, top: y });

let dataset: DOMStringMap = {};
let ourHeight = 20;
let island: object | null = null;
beforeEach(() => {
  dataset = {};
  ourHeight = 20;
  island = null;
  vi.stubGlobal('innerHeight', 900);
});

/** Offers our fonts to a header with these labels. @returns where each was and is, in pixels */
const offerTo = (...texts: string[]) => {
  const labels = texts.map((textContent, index) => ({
    textContent,
    childElementCount: 0,
    style: { letterSpacing: '' },
    closest: () => island,
    width() {
      const spacing = Number.parseFloat(this.style.letterSpacing || ofStyleSheet);
      return [...textContent].reduce((sum, letter) => sum + widthOf(letter) + spacing, 0);
    },
    getBoundingClientRect(): ReturnType<typeof placeAt> {
      const x = labels.slice(0, index).reduce((sum, before) => sum + before.width(), 0);
      return placeAt(x, 0, this.width());
    },
  }));
  const header = {
    dataset,
    contains: (label: unknown) => labels.some((each) => each === label),
    querySelectorAll: () => labels,
    getBoundingClientRect: () => placeAt(0),
  };
  vi.stubGlobal('getComputedStyle', () => ({ letterSpacing: ofStyleSheet }));
  const below = { getBoundingClientRect: () => placeAt(0, dataset.fonts ? ourHeight : 20) };
  vi.stubGlobal('document', { querySelectorAll: () => [header, below] });
  const places = () => labels.map((label) => label.getBoundingClientRect().x);
  const before = places();
  giveFonts(header as unknown as HTMLElement);
  return { before, after: places(), spacings: labels.map(({ style }) => style.letterSpacing) };
};

test.each([
  [['Services', 'Expertise', 'About', 'Contact']],
  [['What I do', 'Experience and career', 'Who I am', 'Write to me']],
  [['Leistungen', 'Werdegang und Erfahrung', 'Über mich', 'Kontakt']],
])('the whole header has our fonts, whatever its words are: %j (behavior 1.4)', (labels) => {
  const { before, after } = offerTo(...labels);
  expect(dataset.fonts).toBe('ours');
  for (const [index, x] of after.entries()) expect(x).toBeCloseTo(before[index] ?? 0);
});

test('where they would move what is below, the whole header keeps the machine’s (behavior 1.4)', () => {
  ourHeight = 24;
  const { before, after, spacings } = offerTo('Services', 'Experience and career');
  expect(dataset.fonts).toBeUndefined();
  expect(after).toEqual(before);
  expect(spacings).toEqual(['', '']);
});

test('the labels of an island are left as they are (behavior 1.4)', () => {
  island = {};
  expect(offerTo('Services', 'Contact').spacings).toEqual(['', '']);
});
