import type { ThirdParty } from '../fixtures.ts';

// Stand-ins that answer as the services document it; the files in enquiry/form-services/ say where.

type Values = Record<string, string>;

export interface FormServiceUnderTest {
  party: 'formService' | 'formspree';
  variant: 'hosted' | 'adapted';
  /** What a browser without scripts sends beside the fields. */
  ownFields: Values;
  redirectField: string;
  redirectStatus: number;
  success: object;
  refusal: [status: number, body: object, words: string];
}

export const formServicesUnderTest: Readonly<
  Record<'web3forms' | 'formspree', FormServiceUnderTest>
> = {
  web3forms: {
    party: 'formService',
    variant: 'hosted',
    ownFields: { access_key: 'public-key', subject: 'New Contact Request' },
    redirectField: 'redirect',
    redirectStatus: 303,
    success: { success: true, message: 'Email sent successfully!' },
    refusal: [400, { success: false, message: 'Invalid access key' }, 'Invalid access key'],
  },
  formspree: {
    party: 'formspree',
    variant: 'adapted',
    ownFields: { _subject: 'New Contact Request' },
    redirectField: '_next',
    redirectStatus: 302,
    success: { ok: true, next: '/thanks?language=en' },
    refusal: [
      422,
      { error: 'Validation errors', errors: [{ message: 'should be an email' }] },
      'should be an email',
    ],
  },
};

/**
 * Makes a third party behave like the service, for JSON and for a form that is posted natively.
 * @param isRefusing whether it refuses what is sent now
 * @returns what it has taken so far
 */
export const standIn = (
  party: ThirdParty,
  { redirectField, redirectStatus, success, refusal }: FormServiceUnderTest,
  isRefusing: () => boolean,
): Values[] => {
  const taken: Values[] = [];
  party.answer((request, response) => {
    const { body = '', headers } = party.requests.at(-1) ?? {};
    const isJson = headers?.['content-type']?.includes('json') ?? false;
    const values: Values = isJson
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    const html = { 'Content-Type': 'text/html' };
    const [status, problem, words] = refusal;
    const isRefused = isRefusing();
    if (request.method !== 'POST') {
      response.writeHead(200, html).end('<h1>The page of the service</h1>');
      return;
    }
    if (!isRefused) taken.push(values);
    if (headers?.accept?.includes('application/json')) {
      response
        .writeHead(isRefused ? status : 200, {
          'Access-Control-Allow-Origin': '*',
          'Content-Type': 'application/json',
        })
        .end(JSON.stringify(isRefused ? problem : success));
    } else if (isRefused) response.writeHead(status, html).end(`<h1>${words}</h1>`);
    else response.writeHead(redirectStatus, { Location: values[redirectField] ?? '/thanks' }).end();
  });
  return taken;
};
