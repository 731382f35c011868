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

/** Milliseconds for an answer. */
const answerLimit = 15_000;

/** Milliseconds until the visitor is told; an answer that comes at once needs no notice. */
const noticeDelay = 150;

interface Download {
  id: string;
  title: string;
  path: string;
  /** Empty for one that the catalogue lacks. */
  filename: string;
}

/** Asks with HEAD. A host that refuses that, with 405, 501 or 403, may have the file. */
const ask = async (path: string): Promise<Failure | null> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), answerLimit);
  try {
    const { status } = await fetch(path, { method: 'HEAD', signal: controller.signal });
    const isMissing = status === 404 || status === 410 || (status >= 500 && status !== 501);
    return isMissing ? { kind: 'status', status, message: null } : null;
  } catch (cause) {
    return { kind: controller.signal.aborted ? 'timeout' : 'network', cause };
  } finally {
    clearTimeout(timer);
  }
};

const findFailure = async (path: string): Promise<Failure | null> => {
  for (let retriesLeft = downloadRetries; ; retriesLeft--) {
    const failure = await ask(path);
    const mayPass =
      failure?.kind === 'network' || (failure?.kind === 'status' && failure.status >= 500);
    if (!mayPass || retriesLeft === 0) return failure;
    await wait(downloadRetryDelay);
  }
};

const saveFile = (path: string, filename: string): void => {
  const link = document.createElement('a');
  link.href = path;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
};

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
