import { html, raw } from 'hono/html';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import type { FieldName } from '#content/schema/vocabulary.ts';
import { site } from '#content/site.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';

/**
 * The small pages of the embedded services. They are plain HTML without scripts; every value goes
 * through the template, which escapes it. Their styles are in them: a file would cost a round trip
 * before the first paint, and hold up the page that the newsletter's frame stands in. Their forms have
 * no name and so are no landmarks; without `role="none"` Firefox calls one with an empty required
 * field an invalid entry.
 */

type Html = ReturnType<typeof html>;

export interface Page {
  title: string;
  content: Html;
  /** Stands in a frame of the home page: no way back, little room. */
  isFramed?: boolean;
  /** What stands around the frame says it already. */
  isTitleHidden?: boolean;
}

/**
 * A page as HTML.
 * @param styles CSS of our own; it is not escaped
 */
export const renderPage = (
  { title, content, isFramed = false, isTitleHidden = false }: Page,
  styles: string,
): Html => html`<!doctype html>
<html lang="${site.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${raw(styles)}</style>
  </head>
  <body class="${isFramed ? 'framed' : 'page'}">
    <main>
      ${isFramed ? '' : html`<p><a class="back" href="/">${embedded.backHome}</a></p>`}
      ${isFramed ? '' : html`<p class="firm">${identity.firm}</p>`}
      <h1${isTitleHidden ? html` class="visually-hidden"` : ''}>${title}</h1>
      ${content}
    </main>
  </body>
</html>`;

const alert = (message: string | null): Html | '' =>
  message === null ? '' : html`<p class="banner" id="error" role="alert">${message}</p>`;

interface InputOptions {
  name: string;
  label: string;
  value?: string | undefined;
  type?: 'text' | 'email';
  autocomplete?: string;
  required?: boolean;
  rows?: number;
  hint?: string;
  isInvalid?: boolean;
}

const input = (options: InputOptions): Html => {
  const { name, label, value = '', type = 'text', rows, hint, isInvalid = false } = options;
  const describedBy = [hint ? `${name}-hint` : '', isInvalid ? 'error' : '']
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}"${options.required ? html` required` : ''}${
    options.autocomplete ? html` autocomplete="${options.autocomplete}"` : ''
  } aria-invalid="${String(isInvalid)}"${isInvalid ? html` autofocus` : ''}${
    describedBy ? html` aria-describedby="${describedBy}"` : ''
  }`;
  return html`<p>
    <label for="${name}">${label}${
      options.required ? '' : html` <span class="optional">(${contact.form.optional})</span>`
    }</label>
    ${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}
    ${
      rows === undefined
        ? html`<input type="${type}" value="${value}" ${attributes}>`
        : // The first line break after the tag is dropped by the parser, so the text keeps its own.
          html`<textarea rows="${rows}" ${attributes}>\n${value}</textarea>`
    }
  </p>`;
};

const detailList = (details: readonly (readonly [label: string, value: string])[]): Html =>
  html`<dl>
    ${details
      .filter(([, value]) => value !== '')
      .map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}
  </dl>`;

/** What a booking request holds, as it was typed. */
export interface Booking {
  name: string;
  email: string;
  company: string;
  message: string;
  times: string;
}

interface FormError {
  message: string;
  field?: string | undefined;
}

/** The booking form, filled with what is known of the visitor. */
export const bookingPage = (options: {
  action: string;
  minutes: number;
  booking: Booking;
  submissionId: string;
  error?: FormError | null;
}): Page => {
  const { action, minutes, booking, submissionId, error = null } = options;
  const { title, intro, labels, timesHint, submit } = embedded.booking;
  const field = (name: keyof Booking) => ({
    name,
    label: labels[name],
    value: booking[name],
    isInvalid: error?.field === name,
  });
  return {
    title,
    content: html`<p>${intro.replace('{minutes}', String(minutes))}</p>
      <form role="none" method="post" action="${action}">
        ${alert(error?.message ?? null)}
        <input type="hidden" name="submission_id" value="${submissionId}">
        ${input({ ...field('name'), autocomplete: 'name', required: true })}
        ${input({ ...field('email'), type: 'email', autocomplete: 'email', required: true })}
        ${input({ ...field('company'), autocomplete: 'organization' })}
        ${input({ ...field('message'), rows: 5 })}
        ${input({ ...field('times'), rows: 3, hint: timesHint })}
        <p><button type="submit">${submit}</button></p>
      </form>`,
  };
};

/** Confirms a booking request, with what was kept of it. */
export const bookingDonePage = (booking: Booking): Page => {
  const { done, labels } = embedded.booking;
  return {
    title: done.title,
    content: html`<p>${done.text}</p>
      ${detailList([
        [labels.name, booking.name],
        [labels.email, booking.email],
        [labels.company, booking.company],
        [labels.message, booking.message],
        [labels.times, booking.times],
      ])}`,
  };
};

interface NewsletterOptions {
  email: string;
  /** In its frame on the home page, or on its own. */
  isFramed: boolean;
}

/** The newsletter form, small enough for its frame. */
export const newsletterPage = (
  { email, isFramed }: NewsletterOptions,
  error: FormError | null,
): Page => {
  const { title, label, submit, note } = embedded.newsletter;
  return {
    title,
    isFramed,
    isTitleHidden: isFramed,
    content: html`<form role="none" method="post" action="/newsletter">
      ${alert(error?.message ?? null)}
      ${input({
        name: 'email',
        label,
        value: email,
        type: 'email',
        autocomplete: 'email',
        required: true,
        isInvalid: error?.field === 'email',
      })}
      <p><button type="submit">${submit}</button></p>
      <p class="hint">${note}</p>
    </form>`,
  };
};

/** Confirms a subscription. */
export const newsletterDonePage = ({ email, isFramed }: NewsletterOptions): Page => {
  const { done } = embedded.newsletter;
  return {
    title: done.title,
    isFramed,
    content: html`<p>${done.text.replace('{email}', () => email)}</p>`,
  };
};

/** The contact form again, with what was typed and what is wrong with it, for want of JavaScript. */
export const enquiryAgainPage = (enquiry: Enquiry, error: FormError): Page => {
  const { labels } = contact.form;
  const field = (name: FieldName) => ({
    name,
    label: labels[name],
    value: enquiry[name],
    isInvalid: error.field === name,
  });
  const hidden = (name: FieldName): Html =>
    html`<input type="hidden" name="${name}" value="${enquiry[name]}">`;
  return {
    title: embedded.contact.title,
    content: html`<p>${embedded.contact.text}</p>
      <form role="none" method="post" action="/api/submit">
        ${alert(error.message)}
        ${input({ ...field('firstName'), autocomplete: 'given-name', required: true })}
        ${input({ ...field('lastName'), autocomplete: 'family-name', required: true })}
        ${input({ ...field('email'), type: 'email', autocomplete: 'email', required: true })}
        ${input({ ...field('company'), autocomplete: 'organization', required: true })}
        ${input({ ...field('role'), autocomplete: 'organization-title' })}
        ${input({ ...field('message'), rows: 8, required: true })}
        ${hidden('interestedIn')} ${hidden('serviceType')} ${hidden('urgency')}
        <p><button type="submit">${embedded.contact.submit}</button></p>
      </form>`,
  };
};

/** A failure for which nothing was typed that could be shown again. */
export const problemPage = (title: string, message: string): Page => ({
  title,
  content: html`<p>${message}</p>`,
});
