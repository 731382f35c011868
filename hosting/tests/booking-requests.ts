import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What the booking page of a site offers. */
export const freeTimes = async (url: string): Promise<string[]> => {
  const page = await (await fetch(`${url}/book`)).text();
  return Array.from(page.matchAll(/name="time" value="(\d[^"]+)"/g), ([, value = '']) => value);
};

/** Of somebody new. */
export const bookingForm = (time: string): Record<string, string> => {
  const submission_id = crypto.randomUUID();
  const email = `${submission_id}@example.com`;
  return { name: 'Ada', email, message: 'What I typed', submission_id, time };
};

interface Answer {
  status: number;
  page: string;
}

/** Sends all of a form but its last byte. @returns what sends that, and resolves with the answer */
const begin = async (url: string, fields: Readonly<Record<string, string>>) => {
  const body = String(new URLSearchParams(fields));
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body.length,
      // Without it, what stands before workerd asks for a compressed answer.
      'Accept-Encoding': 'identity',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  await new Promise((resolve) => sent.write(body.slice(0, -1), resolve));
  return async (): Promise<Answer> => {
    sent.end(body.slice(-1));
    const [response] = await answered;
    return { status: response.statusCode ?? 0, page: await text(response) };
  };
};

/** Posts forms in one moment: no server has all of one before it has nearly all of every other. */
export const postAtOnce = async (
  url: string,
  forms: readonly Readonly<Record<string, string>>[],
): Promise<Answer[]> => {
  const begun = await Promise.all(forms.map((fields) => begin(url, fields)));
  return Promise.all(begun.map((end) => end()));
};
