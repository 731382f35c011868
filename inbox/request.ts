import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { embedded } from '#content/embedded.ts';
import { isRecord, recordOf } from '#enquiry/record.ts';
import { fill } from '#model/fill.ts';
import type { Fields, Kind } from './kinds/kind.ts';

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

/** Returns the body without replacing invalid bytes. @throws HTTPException 400 if it is not UTF-8 */
export const readText = async (request: Request): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer());
  } catch {
    throw unreadable();
  }
};

/** @throws URIError for bytes that URLSearchParams would replace with U+FFFD */
const parseForm = (text: string): Record<string, string> => {
  decodeURIComponent(text);
  return Object.fromEntries(new URLSearchParams(text));
};

/**
 * Browsers send line breaks as CRLF in forms (HTML, form submission), and old ones in scripts as well.
 * @throws HTTPException 400 if it is not an object of texts
 */
const parse = (text: string, isJson: boolean): Record<string, string> => {
  let fields: unknown;
  try {
    fields = isJson ? JSON.parse(text) : parseForm(text);
  } catch {
    throw unreadable();
  }
  if (!isRecord(fields)) throw unreadable();
  const texts = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, value.replaceAll('\r\n', '\n')];
    throw new HTTPException(400, { message: fill(messages.notText, { field: name }) });
  });
  return Object.fromEntries(texts);
};

/**
 * Reads a submission as JSON or as a form.
 * @returns its texts, and whether a browser without scripts sent it
 * @throws HTTPException 400 if it is unreadable, 415 for other content types
 */
export const readSubmitted = async (request: Request) => {
  const { headers } = request;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const isJson = type === 'application/json';
  if (!isJson && type !== 'application/x-www-form-urlencoded') {
    throw new HTTPException(415, { message: messages.mediaType });
  }
  const text = await readText(request);
  const wantsJson = headers.get('accept')?.includes('application/json') ?? false;
  return { fields: parse(text, isJson), isNativeForm: !isJson && !wantsJson };
};

/** Returns the values of a kind's fields; missing ones are empty. */
export const readFields = (
  { fields }: Kind,
  sent: Readonly<Record<string, string | undefined>>,
): Fields => recordOf(fields.map(({ name }) => [name, sent[name] ?? '']));
