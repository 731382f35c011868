import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { embedded } from '#content/embedded.ts';
import { fill } from '#model/fill.ts';
import { isRecord, recordOf } from '#model/record.ts';
import type { Fields, Kind } from './kinds/index.ts';

const { messages } = embedded;

/** The maximum bytes of a submission. */
export const submissionLimit = 64 * 1024;

/** Milliseconds for which the server reads a body that is too large. */
const readingLimit = 10_000;

/** Refuses larger bodies, but reads their rest, because another request may follow. @param maxSize bytes */
export const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: async ({ req: { raw } }) => {
      const signal = AbortSignal.timeout(readingLimit);
      // The client may give up.
      await raw.body?.pipeTo(new WritableStream(), { signal }).catch(() => {});
      throw new HTTPException(413, { message: messages.tooLarge });
    },
  });

export const unreadable = () => new HTTPException(400, { message: messages.unreadable });

/** Returns the body. Rejects for bytes that are not UTF-8, which would otherwise be stored as U+FFFD. */
export const readText = async (request: Request): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer());

const parse = async (request: Request, isJson: boolean): Promise<unknown> => {
  try {
    const text = await readText(request);
    if (isJson) return JSON.parse(text);
    decodeURIComponent(text);
    return Object.fromEntries(new URLSearchParams(text));
  } catch {
    throw unreadable();
  }
};

/**
 * Reads a submission as JSON or as a form.
 * @returns its texts, and whether a browser without scripts sent it
 * @throws HTTPException 400 if it is not an object of texts, 415 for other content types
 */
export const readSubmitted = async (request: Request) => {
  const { headers } = request;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const isJson = type === 'application/json';
  if (!isJson && type !== 'application/x-www-form-urlencoded') {
    throw new HTTPException(415, { message: messages.mediaType });
  }
  const sent = await parse(request, isJson);
  if (!isRecord(sent)) throw unreadable();
  const texts = Object.entries(sent).map(([name, value]) => {
    // Browsers send line breaks as CRLF in forms (HTML, form submission), and old ones in scripts as well.
    if (typeof value === 'string') return [name, value.replaceAll('\r\n', '\n')];
    throw new HTTPException(400, { message: fill(messages.notText, { field: name }) });
  });
  const wantsJson = headers.get('accept')?.includes('application/json') ?? false;
  const fields: Record<string, string> = Object.fromEntries(texts);
  return { fields, isNativeForm: !isJson && !wantsJson };
};

/** Returns the values of a kind's fields; missing ones are empty. */
export const readFields = (
  { fields }: Kind,
  sent: Readonly<Record<string, string | undefined>>,
): Fields => recordOf(fields.map(({ name }) => [name, sent[name] ?? '']));
