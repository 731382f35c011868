import { expect, test } from 'vitest';
import { mailableAddress, mailboxOf } from './mailbox.ts';

test.each([
  [' Ada.Byron+site@Example.com ', 'adabyron@example.com'],
  ['ada@example。com', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a\u200bda@example.com', 'ada@example.com'],
  ['ada@no host', 'ada@no host'],
  ['ada', 'ada@'],
])('%j is the mailbox %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));

test.each([
  ['Ada.O_Neil+x@Example.COM', 'Ada.O_Neil+x@Example.COM'],
  ['ada@MÜLLER.example', 'ada@xn--mller-kva.example'],
  ['\u200bada@example.com.', 'ada@example.com'],
  // As input methods for Chinese and Japanese write it.
  ['ａｄａ．ｂ@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada.b@example.com'],
  ['ａ@ｂ，ｃ@ｄ', null],
  ['jörg@example.com', null],
  ['ada@müller.example/x', null],
  ['a@b, c@d', null],
  ['a@b@c', null],
  ['a b@c', null],
  ['@', null],
  ['a@b\r\nBcc: c@d', null],
])('mail to %j goes to %s', (address, written) => expect(mailableAddress(address)).toBe(written));
