/** Returns the times that the booking page of a site offers. */
export const freeTimes = async (url: string): Promise<string[]> => {
  const page = await (await fetch(`${url}/book`)).text();
  return Array.from(page.matchAll(/name="time" value="(\d[^"]+)"/g), ([, value = '']) => value);
};

/** Returns the form of a new visitor. */
export const bookingForm = (time: string): Record<string, string> => {
  const submission_id = crypto.randomUUID();
  const email = `${submission_id}@example.com`;
  return { name: 'Ada', email, message: 'What I typed', submission_id, time };
};

/** Posts forms in one moment, each on a connection of its own. @returns the statuses of the answers */
export const postAtOnce = async (url: string, forms: readonly Record<string, string>[]) => {
  const post = { method: 'POST', redirect: 'manual' } as const;
  const sent = forms.map((fields) => fetch(url, { ...post, body: new URLSearchParams(fields) }));
  return (await Promise.all(sent)).map(({ status }) => status);
};
