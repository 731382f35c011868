import type { ServerResponse } from 'node:http';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { formspree } from '#enquiry/form-services/formspree.ts';
import { web3forms } from '#enquiry/form-services/web3forms.ts';
import type { EnquiryPayload } from '#enquiry/payload.ts';
import type { ThirdParty } from '../fixtures.ts';

// Stand-ins that answer as the services document it; the files in enquiry/form-services/ say where.

type Values = Record<string, string>;

interface FormServiceUnderTest {
  party: 'formService' | 'formspree';
  variant: 'hosted' | 'adapted';
  /** The payload that the scripts send. */
  payload: (enquiry: Enquiry) => EnquiryPayload;
  /** Its own names, which a browser without scripts sends beside the fields. */
  ownFields: Values;
  /** A message that it refuses, and what of it the visitor reads. */
  refusal: [status: number, body: string, words: string];
  redirectField: string;
  answerJson: (values: Values) => [status: number, body: unknown];
  /** Status 303 or 302 with an address, or a page. */
  redirectStatus: number;
}

export const formServicesUnderTest: Record<string, FormServiceUnderTest> = {
  'Web3Forms, or another with its contract': {
    party: 'formService',
    variant: 'hosted',
    payload: (enquiry) => web3forms.payload(enquiry, 'public-key', null),
    ownFields: { access_key: 'public-key', subject: 'New Contact Request' },
    refusal: [400, '{"success":false,"message":"Invalid access key"}', 'Invalid access key'],
    redirectField: 'redirect',
    answerJson: ({ access_key }) =>
      access_key === 'public-key'
        ? [200, { success: true, message: 'Email sent successfully!' }]
        : [400, { success: false, message: 'Invalid access key' }],
    redirectStatus: 303,
  },
  Formspree: {
    party: 'formspree',
    variant: 'adapted',
    payload: (enquiry) => formspree.payload(enquiry, '', null),
    ownFields: { _subject: 'New Contact Request' },
    refusal: [
      422,
      '{"error":"Validation errors","errors":[{"code":"TYPE_EMAIL","field":"email","message":"should be an email"}]}',
      'should be an email',
    ],
    redirectField: '_next',
    answerJson: ({ email = '' }) =>
      email.includes('@')
        ? [200, { ok: true, next: '/thanks?language=en' }]
        : [422, { error: 'Validation errors', errors: [{ message: 'should be an email' }] }],
    redirectStatus: 302,
  },
};

const html = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<h1>${text}</h1>`);
};

/** Makes a third party behave like the service, for JSON and for a form that is posted natively. */
export const standIn = (party: ThirdParty, service: FormServiceUnderTest): void =>
  party.answer((request, response) => {
    const { body = '', headers } = party.requests.at(-1) ?? {};
    const wantsJson = headers?.accept?.includes('application/json') ?? false;
    const values: Values = headers?.['content-type']?.includes('json')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    if (request.method !== 'POST') {
      html(response, 200, 'The page of the service');
      return;
    }
    const [status, answer] = service.answerJson(values);
    if (wantsJson) {
      response
        .writeHead(status, {
          'Access-Control-Allow-Origin': '*',
          'Content-Type': 'application/json',
        })
        .end(JSON.stringify(answer));
    } else if (status !== 200) {
      html(response, status, service.refusal[2]);
    } else {
      const location = values[service.redirectField] ?? '/thanks';
      response.writeHead(service.redirectStatus, { Location: location }).end();
    }
  });
