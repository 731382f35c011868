import { HTTPException } from 'hono/http-exception';
import { embedded } from '#content/embedded.ts';
import { isRecord } from '#enquiry/record.ts';

const { messages } = embedded;

/** Of what a visitor sends, in bytes; more is refused. */
export const bodyLimit = 64 * 1024;

/** Who is still sending when the refusal comes may not see it, so this many bytes are read for it. */
const readLimit = 32 * 1024 * 1024;

const tooLarge = () => new HTTPException(413, { message: messages.tooLarge });
const unreadable = () => new HTTPException(400, { message: messages.unreadable });

interface Submitted {
  fields: Record<string, string>;
  /** Sent by a browser without JavaScript. */
  isNativeForm: boolean;
}

const parseContentType = (header: string): { type: string; charset: string | null } => {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  return {
    type: type.trim(),
    charset: charset?.slice('charset='.length).replace(/^"(.*)"$/, '$1') ?? null,
  };
};

const readChunks = async (body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(limit);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length <= limit) bytes.set(chunk, length);
    length += chunk.length;
    if (length > readLimit) break;
  }
  if (length > limit) throw tooLarge();
  return bytes.subarray(0, length);
};

const readBytes = async (request: Request, limit: number): Promise<ArrayBuffer | Uint8Array> => {
  const length = request.headers.get('content-length');
  try {
    // Servers hold a body to its Content-Length.
    if (length !== null && Number(length) <= limit) return await request.arrayBuffer();
    return request.body ? await readChunks(request.body, limit) : new Uint8Array();
  } catch (cause) {
    throw cause instanceof HTTPException ? cause : unreadable();
  }
};

/**
 * Refuses other encodings: what is kept must be what was sent.
 * @param limit in bytes
 * @throws HTTPException 400 or 413
 */
export const readText = async (request: Request, limit = bodyLimit): Promise<string> => {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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

/** Reads JSON or a form. @throws HTTPException 400, 413, or 415 for another kind of content */
export const readSubmitted = async (request: Request): Promise<Submitted> => {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new HTTPException(415, { message: messages.mediaType });
  }
  const { type, charset } = parseContentType(request.headers.get('content-type') ?? '');
  if (charset === null || charset === 'utf-8') {
    if (type === 'application/json') {
      return { fields: parseJson(await readText(request)), isNativeForm: false };
    }
    if (type === 'application/x-www-form-urlencoded') {
      const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false;
      return { fields: parseForm(await readText(request)), isNativeForm: !wantsJson };
    }
  }
  throw new HTTPException(415, { message: messages.mediaType });
};
