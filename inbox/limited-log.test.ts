import { expect, test } from 'vitest';
import { limitLog } from './limited-log.ts';

test('of a flood of failures, the log has the first ones and the number of the others', () => {
  let time = 0;
  const written: string[] = [];
  const write = (message: string) => written.push(message);
  const logError = limitLog(write, () => time);
  for (let n = 1; n <= 1000; n++) logError(`Failure ${n}`, null);
  expect(written).toHaveLength(11);
  const more = 'More failures follow, which are only counted for 10 s.';
  expect(written.slice(9)).toEqual(['Failure 10', more]);
  time += 10_000;
  logError('Failure 1001', null);
  expect(written.slice(11)).toEqual(['Not written: 990 failures.', 'Failure 1001']);
  time += 10_000;
  logError('Failure 1002', null);
  expect(written.slice(13)).toEqual(['Failure 1002']);
});
