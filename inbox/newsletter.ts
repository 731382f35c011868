import { Hono } from 'hono';
import { html } from 'hono/html';
import { embedded } from '#content/embedded.ts';
import { failureOptionLabels } from '#content/messages.ts';
import { type Backend, isInFrame } from './backend.ts';
import type { Fields } from './kinds/kind.ts';
import { subscriber } from './kinds/subscriber.ts';
import { alert, type FormError, inputs, type Page, privacyLink, supportLink } from './pages.ts';
import { readSubmitted } from './request.ts';

const { title, submit, note, done } = embedded.newsletter;

const formPage = (fields: Fields, isFramed: boolean, error: FormError | null): Page => ({
  title,
  isFramed,
  isTitleHidden: isFramed,
  // The frame is short: help takes the place of the hint.
  content: html`<form role="none" method="post" novalidate action="/newsletter">
      ${alert(error)}
      ${inputs(subscriber.fields, fields, error)}
      <p><button type="submit">${error?.isFailure ? failureOptionLabels.tryAgain : submit}</button></p>
      <p class="hint">${error?.isFailure ? supportLink(title) : html`${note} ${privacyLink}`}</p>
    </form>`,
});

const donePage = ({ email = '' }: Fields, isFramed: boolean): Page => ({
  title: done.title,
  isFramed,
  outcomeDetail: 'outcome',
  intro: html`<p id="outcome">${done.text.replace('{email}', () => email)}</p>`,
});

/** Sign-up for the newsletter, also in a frame (behavior 9.3). */
export const newsletterRoutes = ({ keep, show, refuseMethod }: Backend): Hono =>
  new Hono()
    .get('/newsletter', (context) =>
      show(context, formPage(subscriber.read({}), isInFrame(context), null)),
    )
    .post('/newsletter', async (context) => {
      const fields = subscriber.read((await readSubmitted(context.req.raw)).fields);
      const refusal = await keep(context, subscriber, fields);
      const isFramed = isInFrame(context);
      return refusal
        ? show(context, formPage(fields, isFramed, refusal), refusal.status)
        : show(context, donePage(fields, isFramed));
    })
    .all('/newsletter', refuseMethod('GET, HEAD, POST'));
