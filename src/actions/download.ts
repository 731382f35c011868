import { emailBodies, emailSubjects, failureMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { track } from '#src/analytics/track.ts';
import type { Failure } from '#src/errors/failure.ts';
import { showFailure } from '#src/errors/show-failure.ts';
import { notifications } from '#src/notifications/manager.ts';

const downloadRetries = 3;

const downloadRetryDelay = 1000;

const findFailure = async (path: string): Promise<Failure | null> => {
  for (let retriesLeft = downloadRetries; ; retriesLeft--) {
    let failure: Failure;
    try {
      const { ok, status } = await fetch(path, { method: 'HEAD' });
      if (ok) return null;
      failure = { kind: 'status', status, message: null };
      if (status < 500) return failure;
    } catch (cause) {
      failure = { kind: 'network', cause };
    }
    if (retriesLeft === 0) return failure;
    await new Promise((resolve) => setTimeout(resolve, downloadRetryDelay));
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

/**
 * Downloads a resource, after asking the server: the page cannot see a download fail (behavior
 * 4.3).
 */
export const download = async (id: string): Promise<void> => {
  const resource = resources.catalogue.find((candidate) => candidate.id === id);
  if (!resource) {
    void track({ name: 'resource_download', resource: id, outcome: 'unknown' });
    notifications.show({ kind: 'error', text: failureMessages.notFound });
    return;
  }
  if (underWay.has(id)) return;
  underWay.add(id);
  const failure = await findFailure(resource.path);
  underWay.delete(id);
  if (failure) {
    void track({ name: 'resource_download', resource: id, outcome: 'failed' });
    const { title } = resource;
    const body = emailBodies.resource.replace('{title}', () => title);
    showFailure(
      'resource_download',
      failure,
      { retry: () => void download(id), email: { subject: emailSubjects.resource, body } },
      title,
    );
    return;
  }
  void track({ name: 'resource_download', resource: id, outcome: 'started' });
  saveFile(resource.path, resource.filename);
};
