import { expect, test } from 'vitest';
import { isForThisTab } from './windows.ts';

const press = { defaultPrevented: false, button: 0 } as MouseEvent;

test.each([
  ['a click', {}, true],
  ['Ctrl', { ctrlKey: true }, false],
  ['Command', { metaKey: true }, false],
  ['Shift, for a new window', { shiftKey: true }, false],
  ['Alt, to save the link', { altKey: true }, false],
  ['the middle button', { button: 1 }, false],
  ['a click that another script has answered', { defaultPrevented: true }, false],
])('%s is for this tab or left to the browser (behavior 4.4)', (_what, change, isOurs) => {
  expect(isForThisTab({ ...press, ...change })).toBe(isOurs);
});
