import { expect, test } from 'vitest';
import { mutate, mutations } from './mutations.ts';

test.each(mutations.map((mutation) => [mutation.what, mutation] as const))(
  'the mutation “%s” still applies to the code',
  (_what, mutation) => {
    const { original, mutated } = mutate(mutation, '.');
    expect(mutated).not.toBe(original);
  },
);

test('a mutation that no longer applies is named, with its file', () => {
  const gone = { what: 'a rule is gone', file: 'package.json', find: 'no such text', replace: '' };
  expect(() => mutate(gone, '.')).toThrow(
    'The mutation “a rule is gone” no longer applies: package.json has "no such text" 0 times, not once',
  );
});
