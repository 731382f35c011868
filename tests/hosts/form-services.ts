import type { ThirdParty } from '../fixtures.ts';

// Stand-ins that answer as the services' documentation describes; enquiry/form-services.ts has the addresses.

type Values = Record<string, string>;

interface FormServiceUnderTest {
  party: 'formService' | 'formspree';
  variant: 'hosted' | 'adapted';
  /** The values that a browser without scripts sends beside the fields. */
  ownFields: Values;
  redirectField: string;
  redirectStatus: number;
  success: object;
  refusal: [status: number, body: object, words: string];
}

export const formServicesUnderTest = {
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
    refusal: [422, { errors: [{ message: 'should be an email' }] }, 'should be an email'],
  },
} as const satisfies Record<string, FormServiceUnderTest>;

/**
 * Makes a third party behave like the service, for JSON and for a form that is posted natively.
 * @returns the messages taken so far, and switches for the next answer
 */
export const standIn = (
  party: ThirdParty,
  { redirectField, redirectStatus, success, refusal }: FormServiceUnderTest,
) => {
  const state = { taken: [] as Values[], isRefusing: false, knowsWayBack: true };
  const [status, problem, words] = refusal;
  party.answer((request, response) => {
    const { body = '', headers = {} } = party.requests.at(-1) ?? {};
    const { isRefusing, knowsWayBack, taken } = state;
    const values: Values = headers['content-type']?.includes('json')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    if (request.method === 'POST' && !isRefusing) taken.push(values);
    if (headers.accept?.includes('application/json')) {
      const cors = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
      const answer = JSON.stringify(isRefusing ? problem : success);
      response.writeHead(isRefusing ? status : 200, cors).end(answer);
    } else if (request.method === 'POST' && !isRefusing) {
      const back = knowsWayBack ? values[redirectField] : undefined;
      response.writeHead(redirectStatus, { Location: back ?? '/thanks' }).end();
    } else {
      response.writeHead(isRefusing ? status : 200, { 'Content-Type': 'text/html' });
      response.end(`<h1>${isRefusing ? words : 'The page of the service'}</h1>`);
    }
  });
  return state;
};
