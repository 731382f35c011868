const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Such as `2026-01-31 14:05`, in the time zone of the machine. */
export const localTime = (iso: string): string => format.format(new Date(iso));
