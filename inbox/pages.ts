import { html, raw } from 'hono/html';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { emailBodies, emailSubjects, failureOptionLabels } from '#content/messages.ts';
import { site } from '#content/site.ts';
import { mailtoUrl } from '#enquiry/mailto.ts';
import { caretScript, focusScript, zoneScript } from '#headers/inline-scripts.ts';
import { fill } from '#model/fill.ts';
import { findPage, pageTitle } from '#model/pages.ts';
import { type Fields, type Kind, readable } from './kinds/index.ts';

// Cloudflare does not change addresses between the email_off comments (behavior 10.17).
// Inline styles save a round trip before the first paint. Fonts have a style sheet of their own, for which the
// text above it does not wait: with a font that an inline style names, Chromium sends the whole address of the
// page as referrer, whatever the policy, and a key or typed words can be in the address.
// Without `role="none"`, Firefox reads a form with an empty required field as an invalid entry.

export type Html = ReturnType<typeof html>;

export interface Page {
  title: string;
  /** The part beside the content, in a wide window. */
  intro?: Html;
  content?: Html;
  /**
   * The id of the text after the title if that is the outcome of a submission: the title takes the focus, so
   * that a screen reader announces it.
   */
  outcomeDetail?: string;
  /** The time zone of the page; a visitor with another one gets the page with theirs. */
  zoneInQuestion?: string;
}

const header = html`<header>
      <p class="firm"><img src="/favicon.svg" width="32" height="32" alt=""> ${identity.firm}</p>
      <a class="back" href="/">${embedded.backHome}</a>
    </header>`;

/** The attributes of a focused text: a loaded page is not always announced, the focus is. */
export const focused = html` tabindex="-1" autofocus`;

/** Renders a page. In a frame, the page around it has the landmarks and the headings, and the title of the form. */
const renderBody = (
  { title, intro, content, outcomeDetail: detail }: Page,
  isFramed: boolean,
): Html => {
  const focus = detail && html` aria-describedby="${detail}"${focused}`;
  const parts = content && html`<div>${content}</div>`;
  if (!isFramed) {
    return html`${header}<main><div><h1${focus}>${title}</h1>${intro}</div>${parts}</main>`;
  }
  // Always present: if the label of a field is the first text, Orca has its caret there in Firefox,
  // and skips the name of the field when the field takes the focus.
  const heading = html`<p class="${detail ? 'title' : 'visually-hidden'}">${title}</p>`;
  // Orca does not announce a focus on the first text, because its caret is there from the start.
  const group = detail && html` role="group" aria-label="${title}"${focus}`;
  return html`<div><div${group}>${heading}${intro}</div>${parts}</div>`;
};

/** @param styles not escaped */
export const renderPage = (
  page: Page,
  styles: string,
  isFramed: boolean,
): Html => html`<!doctype html>
<html lang="${site.language}" dir="${new Intl.Locale(site.language).getTextInfo().direction}"${page.zoneInQuestion && html` data-zone="${page.zoneInQuestion}"`}>
  <head>
    <meta charset="utf-8">
    ${page.zoneInQuestion && html`<script>${raw(zoneScript)}</script>`}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${pageTitle(page.title)}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${raw(styles)}</style>
  </head>
  <body${isFramed && html` class="framed"`}>
    <!--email_off-->${renderBody(page, isFramed)}<!--/email_off-->
    <link rel="stylesheet" href="/embedded-fonts.css">
    ${isFramed && html`<script>${raw(focusScript)}</script>`}
  </body>
</html>`;

export interface FormError {
  message: string;
  field?: string | undefined;
  /** The visitor cannot correct it, but can try again or ask for help (behavior 6.1). */
  isFailure?: boolean;
}

/**
 * A group whose name takes the focus: an alert that comes with the page is announced twice in Firefox, and
 * never in a frame.
 */
export const banner = (message: string): Html =>
  html`<div class="banner" role="group" aria-label="${message}"${focused}><p>${message}</p></div>`;

/** Shows an error that belongs to no field; a field shows its own error below it. */
export const alert = (error: FormError | null): Html | '' =>
  error && !error.field ? banner(error.message) : '';

/** @param what the action that failed */
export const supportLink = (what: string): Html => {
  const body = fill(emailBodies.support, { what });
  const href = mailtoUrl({ to: identity.email, subject: emailSubjects.support, body });
  return html`<a href="${href}">${failureOptionLabels.contactSupport}</a>`;
};

export const submitButton = (label: string, what: string, error: FormError | null): Html =>
  error?.isFailure
    ? html`<p class="options"><button type="submit">${failureOptionLabels.tryAgain}</button> ${supportLink(what)}</p>`
    : html`<p><button type="submit">${label}</button></p>`;

/** The link to the policy, which opens a new tab, so that typed text stays. */
export const privacyLink = html`<a href="/privacy" target="_blank" rel="noopener">${findPage('privacy').title}<span class="visually-hidden"> (${site.labels.newTab})</span></a>`;

/** The mark of an optional field. */
export const optional = html` <span class="optional">(${contact.form.optional})</span>`;

export const inputs = (
  fields: Kind['fields'],
  typed: Fields,
  error: FormError | null,
  mark: Html | '' = optional,
): Html[] =>
  fields.flatMap(({ name, label, valueLabels = {}, input }) => {
    if (!input) return [];
    const { type = 'text', autoComplete, rows, required = false, hint } = input;
    const isList = Object.keys(valueLabels).length > 0;
    const value = typed[name] ?? '';
    const isInvalid = error?.field === name;
    const describedBy = [hint && `${name}-hint`, isInvalid && 'error'].filter(Boolean).join(' ');
    // A required list needs an empty first option (HTML); ours have a chosen one.
    const attributes = html`id="${name}" name="${name}"${required && !isList && html` required`}${
      autoComplete && html` autocomplete="${autoComplete}"`
    } aria-invalid="${String(isInvalid)}"${isInvalid && html` autofocus`}${
      describedBy && html` aria-describedby="${describedBy}"`
    }`;
    // The list also gets a value that it no longer has.
    const choices = { ...valueLabels, [value]: readable(valueLabels, value) };
    const options = Object.entries(choices).map(
      ([id, text]) =>
        html`<option value="${id}"${id === value && html` selected`}>${text}</option>`,
    );
    const control = isList
      ? html`<select ${attributes}>${options}</select>`
      : rows === undefined
        ? html`<input type="${type}" value="${value}" ${attributes}>`
        : // HTML parsers drop the first line break after the tag.
          html`<textarea rows="${rows}" ${attributes}>\n${value}</textarea>`;
    return html`<p>
    <label for="${name}">${label}${!required && mark}</label>
    ${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
    ${control}
  </p>
  ${isInvalid && html`<p class="banner" id="error">${error.message}</p><script>${raw(caretScript)}</script>`}`;
  });

export const hiddenInput = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A box that robots tick. Text browsers show it to people, too. */
export const honeypot = html`<p hidden><label><input type="checkbox" name="botcheck" tabindex="-1"> ${contact.form.honeypot}</label></p>`;

/** @param retry where to try again */
export const problemPage = (title: string, message: string, retry: string): Page => ({
  title,
  intro: html`${banner(message)}
    <p class="options"><a class="primary" href="${retry}">${failureOptionLabels.tryAgain}</a> ${supportLink(title)}</p>`,
});
