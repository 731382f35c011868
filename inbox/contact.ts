import { Hono } from 'hono';
import { html } from 'hono/html';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { failureMessages, failureOptionLabels, submissionMessages } from '#content/messages.ts';
import { contactEmail, type Enquiry } from '#enquiry/enquiry.ts';
import { enquiryFromPayload, receipt } from '#enquiry/form-services.ts';
import { isTooLong, mailtoUrl } from '#enquiry/mailto.ts';
import { formatPhone, phoneDigits } from '#model/phone.ts';
import { type Backend, refuseRobot } from './backend.ts';
import { kinds } from './kinds/index.ts';
import {
  alert,
  type FormError,
  type Html,
  honeypot,
  inputs,
  type Page,
  privacyLink,
} from './pages.ts';
import { readSubmitted } from './request.ts';

const { contact, messages } = embedded;

/** Returns the same options as the form's own panel (behavior 3.8). */
const waysOn = (fields: Enquiry): Html => {
  const email = { to: identity.email, ...contactEmail(fields) };
  const { emailDirectly, callDirectly, tryAgain } = failureOptionLabels;
  const link = (label: string, to: string, href: string) =>
    html`<a aria-label="${label}: ${to}" href="${href}">${label}</a>`;
  return html`<p>${failureMessages.contact_form}</p>
        <p class="options">${link(emailDirectly, identity.email, mailtoUrl(email))} ${link(callDirectly, formatPhone(identity.phone), `tel:${phoneDigits(identity.phone)}`)} <button type="submit">${tryAgain}</button></p>
        ${isTooLong(email) ? html`<p>${submissionMessages.emailTooLong}</p>` : ''}`;
};

/** Returns the page of a failed form for browsers without JavaScript. */
const enquiryAgainPage = (fields: Enquiry, error: FormError): Page => ({
  title: contact.title,
  intro: html`${!error.isFailure && html`<p>${contact.text}</p>`}`,
  content: html`<form role="none" method="post" novalidate action="/api/submit">
        ${alert(error)}${honeypot}
        ${inputs(kinds.enquiry.fields, fields, error)}
        ${error.isFailure ? waysOn(fields) : html`<p><button type="submit">${contact.submit}</button></p>`}
        <p class="hint">${privacyLink}</p>
      </form>`,
});

/** Accepts the contact form, as JSON or from a browser without JavaScript (behavior 3.6, 9.1). */
export const contactRoutes = ({ keep, show }: Backend): Hono =>
  new Hono().post('/api/submit', async (context) => {
    const { fields: sent, isNativeForm } = await readSubmitted(context.req.raw);
    const fields = enquiryFromPayload(sent);
    const refusal =
      refuseRobot(sent) ??
      (await keep(context, 'enquiry', fields, context.req.header('idempotency-key')));
    if (isNativeForm) {
      return refusal
        ? show(context, enquiryAgainPage(fields, refusal), refusal.status)
        : context.redirect(receipt.path, 303);
    }
    return refusal
      ? context.json({ success: false, message: refusal.message }, refusal.status)
      : context.json({ success: true, message: messages.received });
  });
