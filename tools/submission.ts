/** An enquiry as the contact form posts it. */
export const payload = {
  access_key: 'embedded',
  name: 'Ada Byron',
  email: 'ada@example.com',
  subject: 'New Contact Request - general',
  message: 'A message that is long enough',
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Engines',
  role: '',
  interested_in: 'general',
  service_type: '',
  urgency: 'normal',
};

/** Posts an enquiry to a form backend as the contact form does. */
export const postEnquiry = (
  url: string,
  over: Partial<typeof payload> = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(new URL('/api/submit', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify({ ...payload, ...over }),
  });
