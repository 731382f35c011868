// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code as it stands in the files

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mutation {
  what: string;
  file: string;
  find: string;
  replace: string;
}

/** Throws when the file does not have the text exactly once. */
export const mutate = ({ what, file, find, replace }: Mutation, folder: string) => {
  const path = join(folder, file);
  const original = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const pieces = original.split(find);
  if (pieces.length !== 2) {
    throw new Error(
      `The mutation “${what}” no longer applies: ${file} has ${JSON.stringify(find)} ${pieces.length - 1} times, not once`,
    );
  }
  return { original, mutated: pieces.join(replace) };
};

/** What goes wrong in each file, and how. */
const table: Record<string, Record<string, [find: string, replace: string]>> = {
  'src/actions/windows.ts': {
    'a blocked popup is explained for 2 s instead of 3': [
      'popupNoticeDuration = 3000',
      'popupNoticeDuration = 2000',
    ],
    'a new tab keeps its hold on this page': ['    tab.opener = null;\n', ''],
    'a click with Ctrl is taken from the browser': ['event.metaKey || event.ctrlKey || ', ''],
  },
  'src/actions/download.ts': {
    'a download is retried twice instead of three times': [
      'downloadRetries = 3',
      'downloadRetries = 2',
    ],
    'a missing file is asked for again and again': [
      'failure.status >= 500',
      'failure.status >= 400',
    ],
    'two clicks start two downloads': ['  if (underWay.has(id)) return;\n', ''],
  },
  'src/actions/navigate.ts': {
    'the hash is followed at once, not after 100 ms': [
      'hashScrollDelay = 100',
      'hashScrollDelay = 10',
    ],
    'the focus stays behind after navigation': ['  target.focus({ preventScroll: true });\n', ''],
    'a link within the page is left to the browser': ['  event.preventDefault();\n', ''],
    'back leaves the focus where it was': ['link.focus({ preventScroll: true });', '{}'],
    'a link to a section does not say its name': ['place.ariaLabel ? null : ', ''],
    'Tab goes back to the beginning of a section': ["?.removeAttribute('tabindex')", ''],
    'a caret is put where there was none': ['removeAllRanges()', 'collapse(document.body, 0)'],
  },
  'src/layouts/client-needed.ts': {
    'a part fails before a screen reader has said what has the focus': [
      'settling = 300',
      'settling = 0',
    ],
    'the first answer waits for files': ['    void prepare();\n', ''],
  },
  'src/actions/contact-channels.ts': {
    'the notice of a copied address stays 5 s': ['copiedDuration = 2000', 'copiedDuration = 5000'],
  },
  'src/actions/schedule.ts': {
    'a second failure of scheduling asks again instead of opening the page': [
      'if (attempt > 1)',
      'if (attempt > 2)',
    ],
  },
  'enquiry/validation.ts': {
    'the last mistake is shown instead of the first': [
      '  for (const { name, rules } of fields) {',
      '  for (const { name, rules } of fields.toReversed()) {',
    ],
    'spaces count as part of a message': [
      'value.trim().length < minimum',
      'value.length < minimum',
    ],
  },
  'src/actions/prefill.ts': {
    'a service no longer makes it a consultation': [
      "    prefill.interestedIn = 'consultation';\n",
      '',
    ],
    'a prefill overwrites what was typed': [
      'held.trim() === emptyEnquiry[field] ||',
      'held !== undefined ||',
    ],
  },
  'src/actions/draft.ts': {
    'the draft outlives its message': [
      "removeStored('sessionStorage', draftKey)",
      "removeStored('localStorage', draftKey)",
    ],
  },
  'enquiry/form-services/form-service.ts': {
    'a message of spaces gives a blank banner': ["value.trim() !== ''", "value !== ''"],
  },
  'src/actions/submission.ts': {
    'status 201 counts as success': ['if (status !== 200) return', 'if (!response.ok) return'],
    'the time limit ends with the headers': [
      '    status = response.status;\n',
      '    status = response.status;\n    clearTimeout(timer);\n',
    ],
  },
  'src/errors/catalogue.ts': {
    'calling comes before writing when scheduling fails': [
      "['schedule-by-email', 'call-to-schedule', 'try-again']",
      "['call-to-schedule', 'schedule-by-email', 'try-again']",
    ],
  },
  'src/errors/global-handlers.ts': {
    'a rejection nobody handled reaches the console': ['    event.preventDefault();\n', ''],
  },
  'src/bounded-queue.ts': {
    'the log keeps the oldest instead of the newest': ['.slice(-limit)', '.slice(0, limit)'],
  },
  'src/components/island.tsx': {
    'a form that fails loses what was typed': ['this.props.rescue?.() ?? false', 'false'],
  },
  'src/notifications/manager.ts': {
    'time goes on while a notification is read': [
      '      timer.remaining -= Date.now() - timer.startedAt;\n',
      '      timer.remaining = 1;\n',
    ],
  },
  'src/components/Notifications.tsx': {
    'warnings wait their turn to be spoken': [
      "kind === 'error' || kind === 'warning'",
      "kind === 'error'",
    ],
    'the focus is lost with a dismissed notification': [
      '    focusedBefore.current.focus({ preventScroll: true });\n',
      '',
    ],
    'ears are led to a landmark without notices': [
      'current.length > 0 ? labels.region : undefined',
      'labels.region',
    ],
    'alerts that last are silent in Firefox': [
      'role="alert" aria-live="assertive"',
      'role="alert"',
    ],
    'a notice with options is said twice': [
      '<div>{cards(withOptions)}</div>',
      '<div role="alert" aria-live="assertive">{cards(withOptions)}</div>',
    ],
    'what a notice with options says is silent': [
      '      aria-labelledby={options.length > 0 ? textId : undefined}\n',
      '',
    ],
    'the kind of a notice is a piece of its own': [
      '{`${labels.kinds[kind]}. ${about',
      '<b>{labels.kinds[kind]}.</b>{` ${about',
    ],
  },
  'src/components/Options.tsx': {
    'whom a call reaches is not said': [
      ' aria-label={option.to && `${option.label}: ${option.to}`}',
      '',
    ],
  },
  'src/components/Range.tsx': {
    'ranges are read without a word between their ends': ['aria-hidden="true"', ''],
  },
  'src/components/links.tsx': {
    'a call does not say that it calls': ['{`${verb} `}', ''],
    'a booking does not name its service': [': {service}', ''],
  },
  'src/components/Section.tsx': {
    'a section is no landmark until it is laid out': [
      'aria-label={words.label ?? words.heading}',
      'aria-labelledby={`${id}-heading`}',
    ],
    'a section is called as its heading, and heard twice': [
      'words.label ?? words.heading',
      'words.heading',
    ],
  },
  'src/components/ApplicationError.tsx': {
    'the focus falls to the page with a part that fails': ['!focused.isConnected', 'false'],
    'a part that fails has no name': ['{ part: messages.parts[name] }', '{}'],
  },
  'src/sections/services/Services.tsx': {
    'the name of a service is all that its card shows': [
      '-teaser`} aria-hidden="true"',
      '-teaser`}',
    ],
    'who comes to a service does not hear what it is about': [
      ' aria-describedby={`service-${service.id}-teaser`}',
      '',
    ],
  },
  'src/sections/expertise/Expertise.tsx': {
    'who comes to a role does not hear where and when': [
      ' aria-describedby={`${roleId(role)}-company ${roleId(role)}-years`}',
      '',
    ],
    'the present role is glued to its title': ['<span className="visually-hidden">, </span>', ''],
  },
  'src/sections/resources/Resources.tsx': {
    'a link to a paper does not say what comes': [', ${fileOf(resource)}`', '`'],
    'a paper has no name': [' aria-labelledby={`resource-${resource.id}-title`}', ''],
  },
  'src/sections/contact/ContactForm.tsx': {
    'a sent message is not spoken': [
      'ref={status} className',
      'ref={status} aria-hidden className',
    ],
    'a form with empty fields is an invalid entry in Firefox': ['      role="none"\n', ''],
    'a mistake is said twice where the focus is': [' && !isQuiet ? errorId', ' ? errorId'],
    'the Tab after a mended mistake is silent in Firefox': [' || mended === field.name', ''],
  },
  'src/sections/contact/useSubmission.ts': {
    'a second try is too short to be seen or heard': ['leastRetry = 400', 'leastRetry = 40'],
  },
  'src/sections/contact/SubmissionFailure.tsx': {
    'what failed is not spoken': ['panel.current?.focus()', 'undefined'],
  },
  'src/sections/contact/useDraft.ts': {
    'a message that was begun is restored in silence': ['onRestore();', '{}'],
  },
  'src/sections/hero/Hero.tsx': {
    'what a figure counts is not said with what it means': [
      ' aria-describedby={`claim-${place}-unit claim-${place}-text`}',
      '',
    ],
  },
  'src/sections/hero/ThresholdFigure.tsx': {
    'who comes to the slider does not hear the verdict': [
      '          aria-describedby={verdictId}\n',
      '',
    ],
    'the slider says a number only': [
      '          aria-valuetext={fill(content.spoken, values)}\n',
      '',
    ],
  },
  'src/sections/contact/Contact.tsx': {
    'a link to the form leads to no words': ['{targets}</div>;', '</div>;'],
  },
  'src/layouts/first-view.ts': {
    'faces change though a line then ends elsewhere': [
      '  if (moves) delete part.dataset.fonts;\n',
      '',
    ],
    'faces change before the eyes of who has gone on': [
      '    if (dataset.deferred === undefined) return;\n',
      '',
    ],
  },
  'src/styles/fonts/fonts.css': {
    'what stands in for a face is wider': ['size-adjust: 93%;', 'size-adjust: 97%;'],
  },
  'content/schema/page-title.ts': {
    'titles have a sign that is read aloud': ['${title} – ', '${title} · '],
  },
  'headers/inline-scripts.ts': {
    'what became of a form in the newsletter’s frame is silent': [
      "document.querySelector('[autofocus]')?.focus()",
      'undefined',
    ],
    'who types on after a mistake writes before it': ["field.value='';field.value=value", '0'],
  },
  'inbox/booking-pages.ts': {
    'a cancellation does not say of which time': ['"cancel-text time"', '"cancel-text"'],
    'a mistake in a field does not say that nothing is booked': [
      '{ ...error, message: `${words.notDone} ${error.message}` }',
      'error',
    ],
    'that a time is missing is silent': [
      '"error"${focused}>${words.notDone}',
      '"error">${words.notDone}',
    ],
    'that the times are those of another zone is silent': ['"zone"${focused}', '"zone"'],
  },
  'inbox/pages.ts': {
    'the outcome of a booking is silent': ['${detail}"${focused}`;', '${detail}"`;'],
    'who subscribed does not hear it': ['aria-label="${title}"${focus}', 'aria-label="${title}"'],
    'with which address is not said': ["outcomeDetail: 'outcome'", "outcomeDetail: 'none'"],
    'what a page refuses is silent': ['"${message}"${focused}', '"${message}"'],
    'the newsletter’s frame is a page within the page': [
      '  if (!isFramed) {',
      '  if (isFramed || !isFramed) {',
    ],
  },
};

export const mutations: readonly Mutation[] = Object.entries(table).flatMap(([file, edits]) =>
  Object.entries(edits).map(([what, [find, replace]]) => ({ what, file, find, replace })),
);
