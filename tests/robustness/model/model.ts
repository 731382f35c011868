import { contact } from '#content/contact.ts';
import {
  failureMessages,
  notificationLabels,
  notificationMessages,
  submissionMessages,
} from '#content/messages.ts';
import { fill } from '#content/schema/fill.ts';
import {
  type Enquiry,
  emptyEnquiry,
  sameEnquiry,
  validateEnquiry,
  validateField,
} from '#enquiry/enquiry.ts';
import { serviceChoices } from '#enquiry/service-choices.ts';
import { prefillFromHash } from '#src/actions/prefill.ts';

/** Where the page stands: at a section, or at pixels, as long as sections stand where they did. */
export type Place = { section: string } | { top: number; layout: string };

export type Paper = { title: string; path: string };

/** Status of an answer; `lost` breaks the connection, `none` never comes. */
export type Answer = number | 'lost' | 'none';

/** What the form service says with a status, if anything. */
export const serviceWords: Readonly<Record<number, string>> = {
  422: 'The service does not like this',
  429: 'Not so fast',
};

/** Milliseconds after a load until the page has said all that comes of it. */
export const settling = 1600;

interface Notice {
  words: string;
  /** Stops its time. */
  stop: () => void;
}

interface Entry {
  address: string;
  /** Where the visitor left it. */
  left?: Place;
}

type FormState = 'editing' | 'submitting' | 'sent' | `invalid: ${string}` | `failed: ${string}`;

/** As the document holds it; another document of the same address starts anew. */
class Shown {
  menu = false;
  notices: Notice[] = [];
  form: FormState = 'editing';
  mistakeIn: keyof Enquiry | null = null;
  /** The address that got the acknowledged message. */
  acknowledged: string | null = null;
  downloads = new Set<string>();
  /** Requests without an answer. */
  unanswered = 0;
}

/** What the site promises when things meet each other (docs/behavior.md), without how it does it. */
export class Model {
  width: number;
  isOffline = false;
  shown = new Shown();
  entries: Entry[] = [{ address: '/' }];
  index = 0;
  /** Null where anything else may have moved the page. */
  place: Place | null = null;
  /** Whether a notice came since the last look. */
  hasNews = false;
  values: Enquiry = { ...emptyEnquiry };
  /** What was typed in another tab. */
  otherTab = '';
  posts = 0;
  asked = 0;
  saved = 0;
  /** What a screen reader was told since the last look. */
  said: string[] = [];

  constructor(width: number) {
    this.width = width;
  }

  private mine = new Set<keyof Enquiry>();
  private now = 0;
  private due: { at: number; happens: () => void }[] = [];
  private stopFollowing = (): void => undefined;

  get address(): string {
    return this.entries[this.index]?.address ?? '';
  }

  get hash(): string {
    return this.address.slice(this.address.indexOf('#') + 1 || this.address.length);
  }

  get isHome(): boolean {
    return /^\/(?:#|$)/.test(this.address);
  }

  private after(milliseconds: number, happens: () => void): () => void {
    const event = { at: this.now + milliseconds, happens };
    this.due.push(event);
    return () => {
      this.due = this.due.filter((other) => other !== event);
    };
  }

  /** Milliseconds until something happens by itself. */
  get untilNext(): number {
    return Math.min(...this.due.map(({ at }) => at)) - this.now;
  }

  /** @param milliseconds no more than `untilNext` */
  pass(milliseconds: number): void {
    this.now += milliseconds;
    const happening = this.due.filter(({ at }) => at <= this.now);
    this.due = this.due.filter(({ at }) => at > this.now);
    for (const { happens } of happening) happens();
  }

  // Notices: behavior 5.

  private show(
    kind: keyof typeof notificationLabels.kinds,
    text: string,
    lasts: number | null,
    onTimeout?: () => void,
  ): void {
    const words = `${notificationLabels.kinds[kind]}. ${text}`;
    this.hide(words);
    const timeout = (): void => {
      this.hide(words);
      onTimeout?.();
    };
    const stop = lasts === null ? () => undefined : this.after(lasts, timeout);
    // What has the focus comes from under it: behavior 5.2.
    this.hasNews = true;
    this.shown.notices.push({ words, stop });
    this.said.push(words);
  }

  hide(words: string): void {
    const { notices } = this.shown;
    notices.find((notice) => notice.words === words)?.stop();
    this.shown.notices = notices.filter((notice) => notice.words !== words);
  }

  /** Whether one took the focus decides about its place (behavior 5.2). */
  get notices(): string[] {
    return this.shown.notices.map(({ words }) => words).sort();
  }

  // Behavior 6.2.
  setOffline(isOffline: boolean): void {
    if (isOffline === this.isOffline) return;
    this.isOffline = isOffline;
    if (!this.isHome) return;
    if (isOffline) this.show('warning', notificationMessages.offline, null);
    else {
      this.hide(`${notificationLabels.kinds.warning}. ${notificationMessages.offline}`);
      this.show('success', notificationMessages.online, 3000);
    }
  }

  // Behavior 4.1: the page opens in this tab, unless the notice was dismissed.
  bookWithBlockedTab(path: string): void {
    this.show('warning', notificationMessages.schedulePopupBlocked, 3000, () => {
      this.push(path);
      this.load();
    });
  }

  get isLeaving(): boolean {
    return this.notices.some((words) => words.endsWith(notificationMessages.schedulePopupBlocked));
  }

  askForMissing(): void {
    this.show('error', failureMessages.notFound, 5000);
  }

  // Behavior 4.3.
  download({ title }: Paper, answer: Answer): void {
    const { shown } = this;
    if (shown.downloads.has(title)) return;
    shown.downloads.add(title);
    const progress = `${title}: ${notificationMessages.downloadLoading}`;
    const stop = this.after(150, () => this.show('info', progress, null));
    const end = (isSaved: boolean): void => {
      shown.downloads.delete(title);
      stop();
      this.hide(`${notificationLabels.kinds.info}. ${progress}`);
      if (isSaved) this.saved++;
      else this.show('error', `${title}: ${failureMessages.resource_download}`, null);
    };
    const ask = (triesLeft: number): void => {
      if (!this.isOffline) this.asked++;
      if (this.isOffline || answer === 'lost' || (answer !== 'none' && answer >= 500)) {
        if (triesLeft === 0) end(false);
        else this.after(1000, () => ask(triesLeft - 1));
      } else if (answer === 'none') {
        shown.unanswered++;
        this.after(15_000, () => {
          shown.unanswered--;
          end(false);
        });
      } else end(answer === 200);
    };
    ask(3);
  }

  // The contact form: behavior 3.

  type(field: keyof Enquiry, value: string): void {
    if (value !== this.values[field]) {
      this.values[field] = value;
      if (value.trim() === emptyEnquiry[field]) this.mine.delete(field);
      else this.mine.add(field);
    }
    const { mistakeIn } = this.shown;
    if (!mistakeIn) return;
    const mistake = validateField(mistakeIn, this.values);
    this.setForm(mistake ? `invalid: ${mistake.message}` : 'editing', mistake ? mistakeIn : null);
  }

  private setForm(form: FormState, mistakeIn: keyof Enquiry | null = null): void {
    Object.assign(this.shown, { form, mistakeIn });
    // What is said by the focus comes into view: behavior 3.9.
    this.place = null;
  }

  private empty(): void {
    this.values = { ...emptyEnquiry };
    this.mine.clear();
  }

  /** @param focused the field from which it is sent, if it is not the button */
  submit(answer: Answer, focused?: keyof Enquiry): void {
    const { shown } = this;
    if (shown.form === 'submitting') return;
    const mistake = validateEnquiry(this.values);
    if (mistake) {
      this.setForm(`invalid: ${mistake.message}`, mistake.field);
      // Behavior 3.9.
      if (mistake.field === focused) this.said.push(mistake.message);
      return;
    }
    const { network, offline, uncertainStoredOnce, failed } = submissionMessages;
    // A second try is seen for a while.
    const isRetry = shown.form.startsWith('failed');
    const settle = (outcome: () => void): void => {
      if (isRetry) {
        this.setForm('submitting');
        this.after(400, outcome);
      } else outcome();
    };
    const fail = (text: string): void => settle(() => this.setForm(`failed: ${text}`));
    if (this.isOffline) {
      fail(`${network} ${offline}`);
      return;
    }
    this.posts++;
    if (answer === 200) settle(() => this.acknowledge());
    else if (answer === 'lost') fail(`${network} ${uncertainStoredOnce}`);
    else if (answer === 'none') {
      this.setForm('submitting');
      shown.unanswered++;
      this.after(500, () => this.said.push(contact.form.submittingNote));
      this.after(15_000, () => {
        shown.unanswered--;
        this.setForm(`failed: ${network} ${uncertainStoredOnce}`);
      });
    } else fail(serviceWords[answer] ?? failed);
  }

  private acknowledge(): void {
    const { heading, text, answer } = contact.form.success;
    const { email } = this.values;
    this.shown.acknowledged = email;
    this.setForm('sent');
    this.empty();
    this.said.push(`${heading} ${text} ${fill(answer, { email })}`);
  }

  startAnew(): void {
    this.shown.acknowledged = null;
    this.setForm('editing');
    this.empty();
  }

  // Behavior 3.3.
  private prefill(): void {
    const wanted = Object.entries(prefillFromHash(`#${this.hash}`, serviceChoices)) as [
      keyof Enquiry,
      string,
    ][];
    if (wanted.length === 0) return;
    if (this.shown.form === 'sent') this.setForm('editing');
    for (const [field, value] of wanted) {
      if (!this.mine.has(field)) this.values[field] = value;
    }
    const isComplete = wanted.every(([field, value]) => this.values[field] === value);
    const { all, withMessage, partly } = contact.form.filledIn;
    const { serviceType, interestedIn, message } = Object.fromEntries(wanted);
    const topic =
      serviceChoices.find(({ id }) => id === serviceType)?.title ??
      contact.form.inquiryTypes[interestedIn as keyof typeof contact.form.inquiryTypes];
    this.said.push(fill(isComplete ? (message ? withMessage : all) : partly, { topic }));
  }

  // Navigation: behavior 2.

  private push(address: string): void {
    this.entries.splice(this.index + 1, Number.POSITIVE_INFINITY, { address });
    this.index++;
  }

  leave(place: Place): void {
    const entry = this.entries[this.index];
    if (entry) entry.left = place;
  }

  private open(hash: string): void {
    this.shown.menu = false;
    if (hash !== this.hash) this.push(`/#${hash}`);
    // A hash that fills in the form leads to it: behavior 2.2.
    this.place = { section: hash.replace(/\?.*/, '-prefill') };
  }

  /** A link of this page, which is followed at once. */
  followLink(hash: string): void {
    this.open(hash);
    this.prefill();
    this.stopFollowing();
    this.clearTop();
  }

  /** A hash that is typed. */
  goTo(hash: string): void {
    this.open(hash);
    this.arrive();
  }

  /** The top has no hash: behavior 2.1. */
  private clearTop(): void {
    const entry = this.entries[this.index];
    if (entry?.address === '/#hero') entry.address = '/';
  }

  /** What a change of the hash brings about that is not by a link. */
  private arrive(): void {
    this.prefill();
    this.stopFollowing();
    this.stopFollowing = this.after(100, () => {
      // The page is led there once more: behavior 2.2.
      this.place = null;
      this.clearTop();
    });
  }

  /** Back and forward. */
  traverse(steps: number): void {
    const [before, wasHome] = [this.hash, this.isHome];
    this.index += steps;
    this.place = this.entries[this.index]?.left ?? null;
    if (!wasHome) this.load();
    else if (this.hash !== before) this.arrive();
  }

  /** A document comes, and stands until its hash was followed. */
  load(): void {
    this.due = [];
    this.shown = new Shown();
    this.said = [];
    if (!this.isHome) return;
    const isFilledIn = !sameEnquiry(this.values, emptyEnquiry);
    this.arrive();
    // Behavior 3.4; an address that fills in the form has said so.
    if (isFilledIn && this.said.length === 0) this.said.push(contact.form.restored);
    this.pass(settling);
  }
}
