const short = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** Such as `2026-01-31 14:05`, in the time zone of the machine. */
export const localTime = (iso: string): string => short.format(new Date(iso));

/** Such as `31 January 2026 at 14:05 GMT`. */
export const localTimeWithZone = (iso: string): string => {
  const time = new Date(iso);
  const name = zone.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value;
  return `${long.format(time)} ${name}`;
};
