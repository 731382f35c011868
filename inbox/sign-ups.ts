import { Hono } from 'hono';
import { html } from 'hono/html';
import { embedded } from '#content/embedded.ts';
import { failureOptionLabels } from '#content/messages.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { isOneOf, type SignUp, signUps, switches } from '#model/vocabulary.ts';
import { type Backend, refuseRobot } from './backend.ts';
import { type Fields, kinds } from './kinds/index.ts';
import {
  alert,
  type FormError,
  honeypot,
  inputs,
  type Page,
  privacyLink,
  supportLink,
} from './pages.ts';
import { readFields, readSubmitted } from './request.ts';

/** The sign-ups that the owner has not switched off. */
export const offeredSignUps = signUps.filter(({ name }) => !isOneOf(switches, name) || site[name]);

const formPage = ({ name, kind }: SignUp, fields: Fields, error: FormError | null): Page => {
  const { title, submit, note } = embedded[name];
  return {
    title,
    // The frame is low, so the help replaces the hint.
    content: html`<form role="none" method="post" novalidate action="/${name}">
      ${alert(error)}${honeypot}
      ${inputs(kinds[kind].fields, fields, error)}
      <p><button type="submit">${error?.isFailure ? failureOptionLabels.tryAgain : submit}</button></p>
      <p class="hint">${error?.isFailure ? supportLink(title) : html`${note} ${privacyLink}`}</p>
    </form>`,
  };
};

const donePage = ({ name }: SignUp, { email = '' }: Fields): Page => {
  const { title, text } = embedded[name].done;
  return {
    title,
    outcomeDetail: 'outcome',
    intro: html`<p id="outcome">${fill(text, { email })}</p>`,
  };
};

/** The form on which visitors leave their email address, also in a frame (behavior 9.3). */
export const signUpRoutes = (signUp: SignUp, { keep, show }: Backend): Hono =>
  new Hono()
    .get(`/${signUp.name}`, (context) => show(context, formPage(signUp, {}, null)))
    .post(`/${signUp.name}`, async (context) => {
      const { fields: sent } = await readSubmitted(context.req.raw);
      const fields = readFields(kinds[signUp.kind], sent);
      const refusal = refuseRobot(sent) ?? (await keep(context, signUp.kind, fields));
      return refusal
        ? show(context, formPage(signUp, fields, refusal), refusal.status)
        : show(context, donePage(signUp, fields));
    });
