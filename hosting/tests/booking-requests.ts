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
export const postAtOnce = (url: string, forms: readonly Readonly<Record<string, string>>[]) =>
  Promise.all(
    forms.map(async (fields) => {
      const body = new URLSearchParams(fields);
      return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).status;
    }),
  );
