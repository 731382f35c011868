import { embedded } from '#content/embedded.ts';
import { isRecord } from '#enquiry/record.ts';

const { messages } = embedded;

/** A request that cannot be accepted: the status to answer with and what to say. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: 400 | 413 | 415;

  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** Largest body that is read, in bytes. */
export const bodyLimit = 64 * 1024;

/** What was sent: its text fields, and whether a person's browser sent it without JavaScript. */
export interface Submitted {
  fields: Record<string, string>;
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

/** All chunks of a body of unknown length, up to the limit. */
const readChunks = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array> => {
  const bytes = new Uint8Array(bodyLimit);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > bodyLimit) throw new RequestError(413, messages.tooLarge);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
};

/** @throws RequestError 413 for what is too long, 400 for what ends before its end */
const readBytes = async (request: Request): Promise<ArrayBuffer | Uint8Array> => {
  const length = request.headers.get('content-length');
  if (Number(length) > bodyLimit) throw new RequestError(413, messages.tooLarge);
  try {
    // A length that is given holds; without one the body comes in chunks of any number.
    if (length !== null) return await request.arrayBuffer();
    return request.body ? await readChunks(request.body) : new Uint8Array();
  } catch (cause) {
    throw cause instanceof RequestError ? cause : new RequestError(400, messages.unreadable);
  }
};

/** @throws RequestError for bytes that are no UTF-8: what is kept must be what was sent */
const readText = async (request: Request): Promise<string> => {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError(400, messages.unreadable);
  }
};

const parseJson = (text: string): Record<string, string> => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestError(400, messages.unreadable);
  }
  if (!isRecord(body)) throw new RequestError(400, messages.unreadable);
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') {
      throw new RequestError(
        400,
        messages.notText.replace('{field}', () => name),
      );
    }
    fields[name] = value;
  }
  return fields;
};

/** As URLSearchParams, but what it would replace for want of a meaning is refused. */
const parseForm = (text: string): Record<string, string> => {
  const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
  const fields: Record<string, string> = Object.create(null);
  try {
    for (const pair of text.split('&').filter(Boolean)) {
      const [name = '', ...value] = pair.split('=');
      // Browsers send line breaks as CRLF (HTML, form submission); what was typed has LF.
      fields[decode(name)] = decode(value.join('=')).replaceAll('\r\n', '\n');
    }
  } catch {
    throw new RequestError(400, messages.unreadable);
  }
  return fields;
};

/**
 * Reads what was sent, as JSON or as a form, in UTF-8.
 * @throws RequestError 400 for what cannot be read, 413 for what is too long, 415 for another kind
 *   of content
 */
export const readSubmitted = async (request: Request): Promise<Submitted> => {
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
  throw new RequestError(415, messages.mediaType);
};
