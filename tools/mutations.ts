import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small mistake to be made in the code, which a test is to notice. */
export interface Mutation {
  what: string;
  file: string;
  /** A piece of the file's text, there exactly once. */
  find: string;
  replace: string;
}

/**
 * Applies a mutation to the code in a folder.
 * @returns the text of its file before and after
 * @throws Error when the file no longer has the piece of text, or has it more than once
 */
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

export const mutations: readonly Mutation[] = [
  {
    what: 'a blocked popup is explained for 2 s instead of 3',
    file: 'src/actions/windows.ts',
    find: 'popupNoticeDuration = 3000',
    replace: 'popupNoticeDuration = 2000',
  },
  {
    what: 'a new tab keeps its hold on this page',
    file: 'src/actions/windows.ts',
    find: '    tab.opener = null;\n',
    replace: '',
  },
  {
    what: 'a download is retried twice instead of three times',
    file: 'src/actions/download.ts',
    find: 'downloadRetries = 3',
    replace: 'downloadRetries = 2',
  },
  {
    what: 'a missing file is asked for again and again',
    file: 'src/actions/download.ts',
    find: 'if (status < 500) return failure;',
    replace: 'if (status < 400) return failure;',
  },
  {
    what: 'two clicks start two downloads',
    file: 'src/actions/download.ts',
    find: '  if (underWay.has(id)) return;\n',
    replace: '',
  },
  {
    what: 'the hash is followed at once, not after 100 ms',
    file: 'src/actions/navigate.ts',
    find: 'hashScrollDelay = 100',
    replace: 'hashScrollDelay = 10',
  },
  {
    what: 'the focus stays behind after navigation',
    file: 'src/actions/navigate.ts',
    find: '  heading.focus({ preventScroll: true });\n',
    replace: '',
  },
  {
    what: 'the notice of a copied address stays 5 s',
    file: 'src/actions/contact-channels.ts',
    find: 'copiedDuration = 2000',
    replace: 'copiedDuration = 5000',
  },
  {
    what: 'a click with Ctrl is taken from the browser',
    file: 'src/actions/click-delegation.ts',
    find: 'event.metaKey || event.ctrlKey || ',
    replace: '',
  },
  {
    what: 'a second failure of scheduling asks again instead of opening the page',
    file: 'src/actions/schedule.ts',
    find: 'if (attempt > 1)',
    replace: 'if (attempt > 2)',
  },
  {
    what: 'the last mistake is shown instead of the first',
    file: 'enquiry/validation.ts',
    find: '  for (const { name, rules } of fields) {',
    replace: '  for (const { name, rules } of fields.toReversed()) {',
  },
  {
    what: 'spaces count as part of a message',
    file: 'enquiry/validation.ts',
    find: 'value.trim().length < minimum',
    replace: 'value.length < minimum',
  },
  {
    what: 'a service no longer makes it a consultation',
    file: 'src/actions/prefill.ts',
    find: "    prefill.interestedIn = 'consultation';\n",
    replace: '',
  },
  {
    what: 'a prefill overwrites what was typed',
    file: 'src/actions/prefill.ts',
    find: 'if (value !== undefined && !own)',
    replace: 'if (value !== undefined)',
  },
  {
    what: 'the draft outlives its message',
    file: 'src/actions/draft.ts',
    find: "removeStored('sessionStorage', draftKey)",
    replace: "removeStored('localStorage', draftKey)",
  },
  {
    what: 'status 201 counts as success',
    file: 'src/actions/submission.ts',
    find: 'if (status !== 200) return',
    replace: 'if (!response.ok) return',
  },
  {
    what: 'a message of spaces gives a blank banner',
    file: 'src/actions/submission.ts',
    find: "message.trim() !== ''",
    replace: "message !== ''",
  },
  {
    what: 'the time limit ends with the headers',
    file: 'src/actions/submission.ts',
    find: '    status = response.status;\n',
    replace: '    status = response.status;\n    clearTimeout(timer);\n',
  },
  {
    what: 'calling comes before writing when scheduling fails',
    file: 'src/errors/catalogue.ts',
    find: "['schedule-by-email', 'call-to-schedule', 'try-again']",
    replace: "['call-to-schedule', 'schedule-by-email', 'try-again']",
  },
  {
    what: 'a rejection nobody handled reaches the console',
    file: 'src/errors/global-handlers.ts',
    find: '    event.preventDefault();\n',
    replace: '',
  },
  {
    what: 'the log keeps the oldest instead of the newest',
    file: 'src/bounded-queue.ts',
    find: '.slice(-limit)',
    replace: '.slice(0, limit)',
  },
  {
    what: 'a form that fails loses what was typed',
    file: 'src/components/island.tsx',
    find: '    this.props.rescue?.();\n',
    replace: '',
  },
  {
    what: 'time goes on while a notification is read',
    file: 'src/notifications/manager.ts',
    find: '        timer.remaining -= Date.now() - timer.startedAt;\n',
    replace: '        timer.remaining = 1;\n',
  },
  {
    what: 'warnings wait their turn to be spoken',
    file: 'src/components/Notifications.tsx',
    find: "kind === 'error' || kind === 'warning'",
    replace: "kind === 'error'",
  },
  {
    what: 'the focus is lost with a dismissed notification',
    file: 'src/components/Notifications.tsx',
    find: '      focusedBefore.current.focus({ preventScroll: true });\n',
    replace: '',
  },
];
