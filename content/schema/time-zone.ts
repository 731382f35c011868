/** Of the IANA database, which the runtime has, such as Europe/London; no offset. */
export const isTimeZone = (name: string): boolean => {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
};
