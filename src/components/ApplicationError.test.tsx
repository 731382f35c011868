import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { identity } from '#content/identity.ts';
import { applicationErrorMessages } from '#content/messages.ts';
import { ApplicationError } from './ApplicationError.tsx';

const textOf = (thrown: unknown, kept = false): string =>
  renderToStaticMarkup(<ApplicationError name="contact-form" thrown={thrown} kept={kept} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const asHtml = (text: string): string => renderToStaticMarkup(text.replace(/\s+/g, ' '));

test('an error is shown with the specified heading and its stack', () => {
  const error = new TypeError('x is not a function');
  const text = textOf(error);
  expect(text).toContain(asHtml(applicationErrorMessages.error));
  expect(text).toContain(asHtml(applicationErrorMessages.parts['contact-form']));
  expect(text).toContain('TypeError: x is not a function');
  expect(text).toContain('ApplicationError.test');
});

test('a thrown Response is shown with the specified heading, its status and its text (behavior 6.3)', () => {
  const text = textOf(new Response('gone', { status: 410, statusText: 'Gone' }));
  expect(text).toContain(asHtml(applicationErrorMessages.response));
  expect(text).toContain('410 Gone');
  expect(text).not.toContain(asHtml(applicationErrorMessages.error));
});

test.each([null, undefined, 'just text', 7])('any other thrown value is shown: %o', (thrown) => {
  expect(textOf(thrown)).toContain(String(thrown));
});

test('the owner’s address is shown, and kept text is mentioned', () => {
  expect(textOf(new Error('x'))).toContain(identity.email);
  expect(textOf(new Error('x'))).not.toContain(asHtml(applicationErrorMessages.kept));
  expect(textOf(new Error('x'), true)).toContain(asHtml(applicationErrorMessages.kept));
});
