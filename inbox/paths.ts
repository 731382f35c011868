/** The page on which visitors with its key read, move and cancel a booking; and its file for a calendar. */
export const bookedPath = '/booking';
export const calendarFilePath = '/booking.ics';
/** The feed to which the owner's calendar subscribes. */
export const feedPath = '/calendar.ics';
