import { Hono } from 'hono';
import { html } from 'hono/html';
import { embedded } from '#content/embedded.ts';
import { failureOptionLabels } from '#content/messages.ts';
import { fill } from '#model/fill.ts';
import { type Backend, refuseRobot } from './backend.ts';
import type { Fields } from './kinds/kind.ts';
import { subscriber } from './kinds/subscriber.ts';
import {
  alert,
  type FormError,
  honeypot,
  inputs,
  type Page,
  privacyLink,
  supportLink,
} from './pages.ts';
import { newsletterPath } from './paths.ts';
import { readFields, readSubmitted } from './request.ts';

const { title, submit, note, done } = embedded.newsletter;

const formPage = (fields: Fields, error: FormError | null): Page => ({
  title,
  // The frame is short: help takes the place of the hint.
  content: html`<form role="none" method="post" novalidate action="${newsletterPath}">
      ${alert(error)}${honeypot}
      ${inputs(subscriber.fields, fields, error)}
      <p><button type="submit">${error?.isFailure ? failureOptionLabels.tryAgain : submit}</button></p>
      <p class="hint">${error?.isFailure ? supportLink(title) : html`${note} ${privacyLink}`}</p>
    </form>`,
});

const donePage = ({ email = '' }: Fields): Page => ({
  title: done.title,
  outcomeDetail: 'outcome',
  intro: html`<p id="outcome">${fill(done.text, { email })}</p>`,
});

/** The newsletter's form, also in a frame (behavior 9.3). */
export const newsletterRoutes = ({ keep, show }: Backend): Hono =>
  new Hono()
    .get(newsletterPath, (context) => show(context, formPage({}, null)))
    .post(newsletterPath, async (context) => {
      const { fields: sent } = await readSubmitted(context.req.raw);
      const fields = readFields(subscriber, sent);
      const refusal = refuseRobot(sent) ?? (await keep(context, 'subscriber', fields));
      return refusal
        ? show(context, formPage(fields, refusal), refusal.status)
        : show(context, donePage(fields));
    });
