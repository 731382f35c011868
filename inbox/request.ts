import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { embedded } from '#content/embedded.ts';
import { isRecord } from '#enquiry/record.ts';

const { messages } = embedded;

/** Bytes of a submission. */
export const submissionLimit = 64 * 1024;

/** Milliseconds for which a body that is too large is read. */
const readingLimit = 10_000;

/** Refuses larger bodies, and reads their rest, since the next request may follow. @param maxSize bytes */
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

const unreadable = () => new HTTPException(400, { message: messages.unreadable });
const otherType = () => new HTTPException(415, { message: messages.mediaType });

interface Submitted {
  fields: Record<string, string>;
  /** Sent by a browser without JavaScript. */
  isNativeForm: boolean;
}

/** Refuses other encodings: what is kept must be what was sent. @throws HTTPException 400 */
export const readText = async (request: Request): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer());
  } catch {
    throw unreadable();
  }
};

const parseJson = (text: string): Record<string, string> => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  if (!isRecord(body)) throw unreadable();
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') {
      throw new HTTPException(400, { message: messages.notText.replace('{field}', () => name) });
    }
    fields[name] = value;
  }
  return fields;
};

/** Refuses what URLSearchParams would replace with U+FFFD. */
const parseForm = (text: string): Record<string, string> => {
  const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
  const fields: Record<string, string> = Object.create(null);
  try {
    for (const pair of text.split('&').filter(Boolean)) {
      const [name = '', ...value] = pair.split('=');
      // Browsers send line breaks as CRLF (HTML, form submission).
      fields[decode(name)] = decode(value.join('=')).replaceAll('\r\n', '\n');
    }
  } catch {
    throw unreadable();
  }
  return fields;
};

const typePattern =
  /^application\/(json|x-www-form-urlencoded)\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i;

/** Reads JSON or a form. @throws HTTPException 400, or 415 for another kind of content */
export const readSubmitted = async (request: Request): Promise<Submitted> => {
  const { headers } = request;
  const [, type] = typePattern.exec(headers.get('content-type') ?? '') ?? [];
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (!type || encoding.toLowerCase() !== 'identity') throw otherType();
  const text = await readText(request);
  if (type.toLowerCase() === 'json') return { fields: parseJson(text), isNativeForm: false };
  const wantsJson = headers.get('accept')?.includes('application/json') ?? false;
  return { fields: parseForm(text), isNativeForm: !wantsJson };
};
