import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  [' Ada.Byron+site@Example.com ', 'adabyron@example.com'],
  ['ada@example。com', 'ada@example.com'],
  ['ada@ｅxample．com.', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['ada@no host', 'ada@no host'],
  ['ada', 'ada@'],
])('%j is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
