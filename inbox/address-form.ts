import { Hono } from 'hono';
import { html } from 'hono/html';
import { failureOptionLabels } from '#content/messages.ts';
import { fill } from '#model/fill.ts';
import type { Backend } from './backend.ts';
import { kinds, type SubmissionKind } from './kinds/index.ts';
import type { Fields } from './kinds/kind.ts';
import { alert, type FormError, inputs, type Page, privacyLink, supportLink } from './pages.ts';
import { readFields, readSubmitted } from './request.ts';

interface Words {
  title: string;
  submit: string;
  note: string;
  done: { title: string; text: string };
}

/** Returns the routes of a form with an address, such as the newsletter's, also in a frame (behavior 9.3). */
export const addressFormRoutes =
  (path: string, kind: SubmissionKind, { title, submit, note, done }: Words) =>
  ({ keep, show }: Backend): Hono => {
    const formPage = (fields: Fields, error: FormError | null): Page => ({
      title,
      // The frame is short: help takes the place of the hint.
      content: html`<form role="none" method="post" novalidate action="${path}">
      ${alert(error)}
      ${inputs(kinds[kind].fields, fields, error)}
      <p><button type="submit">${error?.isFailure ? failureOptionLabels.tryAgain : submit}</button></p>
      <p class="hint">${error?.isFailure ? supportLink(title) : html`${note} ${privacyLink}`}</p>
    </form>`,
    });

    const donePage = ({ email = '' }: Fields): Page => ({
      title: done.title,
      outcomeDetail: 'outcome',
      intro: html`<p id="outcome">${fill(done.text, { email })}</p>`,
    });

    return new Hono()
      .get(path, (context) => show(context, formPage(readFields(kinds[kind], {}), null)))
      .post(path, async (context) => {
        const fields = readFields(kinds[kind], (await readSubmitted(context.req.raw)).fields);
        const refusal = await keep(context, kind, fields);
        return refusal
          ? show(context, formPage(fields, refusal), refusal.status)
          : show(context, donePage(fields));
      });
  };
