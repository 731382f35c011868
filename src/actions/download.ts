import {
  emailBodies,
  emailSubjects,
  failureMessages,
  notificationMessages,
} from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { wait } from '#src/browser.ts';
import type { Failure } from '#src/errors/failure.ts';
import { showFailure } from '#src/errors/show-failure.ts';
import { notify, notifyWhile } from '#src/notifications/notify.ts';

const downloadRetries = 3;
const downloadRetryDelay = 1000;
/** Milliseconds within which the server must answer. */
const answerLimit = 15_000;

/** Milliseconds until a notice appears, so that a fast answer shows none. */
const noticeDelay = 150;

interface Download {
  id: string;
  title: string;
  path: string;
  /** Empty for a file that is not in the catalogue. */
  filename: string;
}

const ask = async (path: string, request: RequestInit): Promise<Failure | null> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), answerLimit);
  try {
    const { signal } = controller;
    const { ok, status, headers, body } = await fetch(path, { ...request, signal });
    // Cancels the body, because hosts that ignore the range send the whole file.
    void body?.cancel();
    // Some hosts answer 200 with a page of their own if a file does not exist.
    const isPage = headers.get('content-type')?.startsWith('text/html');
    // The range does not exist in an empty file, but the file does.
    if ((ok && !isPage) || status === 416) return null;
    return { kind: 'status', status: ok ? 404 : status, message: null };
  } catch (cause) {
    return { kind: controller.signal.aborted ? 'timeout' : 'network', cause };
  } finally {
    clearTimeout(timer);
  }
};

/** Asks for a file with HEAD, or if the host refuses that, with GET for one byte. */
const probe = async (path: string): Promise<Failure | null> => {
  const failure = await ask(path, { method: 'HEAD' });
  const status = failure?.kind === 'status' ? failure.status : null;
  // 404 and 410 mean that the file does not exist, and 5xx except 501 that the host has a problem.
  const isRefused = /^4(?!04|10)|501/.test(String(status));
  return isRefused ? ask(path, { headers: { Range: 'bytes=0-0' }, cache: 'no-store' }) : failure;
};

const findFailure = async (path: string): Promise<Failure | null> => {
  for (let retriesLeft = downloadRetries; ; retriesLeft--) {
    const failure = await probe(path);
    const mayPass =
      failure?.kind === 'network' || (failure?.kind === 'status' && failure.status >= 500);
    if (!mayPass || retriesLeft === 0) return failure;
    await wait(downloadRetryDelay);
  }
};

const saveFile = (path: string, filename: string): void =>
  Object.assign(document.createElement('a'), { href: path, download: filename }).click();

const underWay = new Set<string>();

/** Downloads a file, after asking the server: the page cannot see a download fail (behavior 4.3). */
export const download = async (file: Download): Promise<void> => {
  const { id, title, path, filename } = file;
  if (filename === '') {
    void track({ name: 'resource_download', resource: id, outcome: 'unknown' });
    notify({ kind: 'error', text: failureMessages.notFound });
    return;
  }
  if (underWay.has(id)) return;
  underWay.add(id);
  const origin = document.activeElement;
  const failure = await notifyWhile(findFailure(path), noticeDelay, {
    text: notificationMessages.downloadLoading,
    about: title,
  });
  underWay.delete(id);
  if (failure) {
    void track({ name: 'resource_download', resource: id, outcome: 'failed' });
    const body = emailBodies.resource.replace('{title}', () => title);
    showFailure(
      'resource_download',
      failure,
      { retry: () => void download(file), email: { subject: emailSubjects.resource, body } },
      origin,
      title,
    );
    return;
  }
  void track({ name: 'resource_download', resource: id, outcome: 'started' });
  saveFile(path, filename);
};
