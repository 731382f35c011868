import { identity } from './identity.ts';

export const embedded = {
  booking: {
    title: 'Request a consultation',
    intro: `A first conversation is {minutes} minutes and free. Say when it suits you, and you will have an invitation within ${identity.answerWithin}.`,
    labels: {
      name: 'Name',
      email: 'Email',
      company: 'Company',
      message: 'What is it about?',
      times: 'Times that suit you',
    },
    timesHint: 'Two or three will do, with your time zone.',
    submit: 'Request this consultation',
    /** Before what failed. */
    notDone: 'This is not booked yet.',
    done: {
      title: 'Request received',
      text: `Thank you. You will have an invitation within ${identity.answerWithin}. These are the details I have:`,
    },
  },
  /** In place of the words above, where `availability.ts` has hours and a visitor chooses a time. */
  calendar: {
    title: 'Book a consultation',
    intro: 'A first conversation is {minutes} minutes and free. Choose a time, and it is yours.',
    when: 'When?',
    zone: 'Time zone',
    showZone: 'Use this zone',
    /** For the ear, after the zone. */
    zoneShown: 'The times are now in this zone.',
    /** Above links to the two. */
    nearest: 'Nearest free times:',
    none: 'None of these suits me',
    noneHint: `Say below when it would, and you will have an answer within ${identity.answerWithin}.`,
    noneFree: `No time is free in the next {days} days. Say below when it would suit you, and you will have an answer within ${identity.answerWithin}.`,
    unchecked:
      'My calendar cannot be read just now. Should something be in the way of the time you choose, I will write to you at once.',
    submit: 'Book this consultation',
    minutes: 'Length',
    ownerZone: 'The same for {person}',
    booked: {
      title: 'Consultation booked',
      text: 'I will write to you before it begins, to say how we talk. This page is yours alone: keep its address, and you can move or cancel the conversation here.',
    },
    /** Where no mail went out about it, or is about to. */
    noMail:
      'No mail about it comes to you. Keep the address of this page, and add the time to your calendar here:',
    cancelled: {
      title: 'Consultation cancelled',
      text: 'The time is free again, and I know about it.',
    },
    over: { title: 'Your consultation', text: 'This time is over.' },
    file: 'Add it to your calendar',
    move: 'Move it to another time',
    moveSubmit: 'Move it',
    cancel: 'Cancel the consultation',
    cancelText: 'The time is then free for others.',
    cancelSubmit: 'Yes, cancel it',
    again: 'Book another time',
    unknown: {
      title: 'There is no such booking',
      text: 'The address is not complete, or the booking was erased. Please open it again from where you kept it.',
    },
    /** In the visitor's calendar. */
    event: {
      summary: 'Consultation with {firm}',
      description: 'To move or cancel it: {url}',
    },
    messages: {
      choose: 'Please choose a time, or “None of these suits me”',
      times: 'Please say when it would suit you',
      past: 'That time is over. Please choose another one.',
      tooSoon: 'That time is too soon. Please choose another one.',
      tooLate: 'That time is too far ahead. Please choose another one.',
      dayOff: 'I am away on that day. Please choose another time.',
      outsideHours: 'That is outside my hours. Please choose another time.',
      betweenTimes: 'There is no such time. Please choose another one.',
      dayFull: 'That day is full now. Please choose another time; what you typed is still here.',
      taken:
        'Somebody has just taken that time. Please choose another one; what you typed is still here.',
      tooMany:
        'For this address, several conversations are booked already, or were lately. Please write to me, and we will find a time.',
      tooManyFromNetwork:
        'Many conversations were booked from your network today, so that no more can be. Please write to {email} or call {phone}, and we will find a time.',
      known:
        'With this form, you have booked {time} already. Send it once more to book this, too; to add something to the other, send an email.',
      knownCancelled:
        'With this form, you had booked {time}, and cancelled it. Send it once more to book again.',
      zone: 'These are now the times in the zone that you chose. Please choose yours again.',
      fixed: 'This booking can no longer be moved here. Please cancel it, or write to me.',
      changed: 'This booking was changed in the meantime. This is how it is now.',
    },
  },
  newsletter: {
    title: 'Subscribe to the newsletter',
    label: 'Email',
    submit: 'Subscribe',
    note: 'To unsubscribe, reply to any letter.',
    /** Before what failed. */
    notDone: 'You are not subscribed yet.',
    done: { title: 'You are subscribed', text: 'The next letter comes to {email}.' },
  },
  contact: {
    title: 'Your message was not sent yet',
    text: 'Please fix what is marked and send it again. Everything you typed is still here.',
    submit: 'Send Message',
  },
  messages: {
    name: 'Name is required',
    email: 'Email is required',
    emailFormat: 'Please enter a valid email address',
    honeypot:
      'Your message looked automated and was not accepted. If you are a person, please send it by email.',
    unreadable: 'The message could not be read. Please send it again.',
    notText: 'The field “{field}” must be text.',
    mediaType: 'This kind of message cannot be accepted. Please use the form.',
    tooLarge: 'The message is too long. Please shorten it, or send it by email.',
    tooMany:
      'Too many messages came from your network. Please wait a minute and try again, or send it by email.',
    origin: 'Messages are accepted from this site only. Please use its form, or send it by email.',
    method: 'This address only accepts messages from the form.',
    readOnly: 'This address can only be read. Please use the form, or send an email.',
    tooSlow: 'The request took too long to arrive. Please try again.',
    headersTooLarge:
      'The request carries too much beside its address. If others have set cookies for this domain, please remove them, and try again.',
    range: 'This part of the file is not there. Please load the file again from its start.',
    ahead: 'Too many requests came at once. Please wait for each answer before you ask again.',
    storage: 'The server could not store your message just now. What you typed is still here.',
    received: 'Message received.',
  },
  /** To the owner, about a submission. */
  mail: {
    titles: { enquiry: 'Inquiry', booking: 'Booking request', subscriber: 'Subscriber' },
    /** In place of the booking request, where a time was chosen. */
    bookings: { booked: 'Booked', moved: 'Moved', cancelled: 'Cancelled' },
    time: 'Time',
    zone: 'Time zone of the visitor',
    minutes: 'Minutes',
    length: '{minutes} minutes',
    received: 'Received',
    id: 'Inbox ID',
  },
  /** To the visitor, if the owner wants it (INBOX_ACKNOWLEDGE). Nothing that was typed belongs here. */
  acknowledgement: {
    subject: 'Your message to {firm} has arrived',
    text: `Thank you. Your message has arrived, and you will have an answer within ${identity.answerWithin}.\n\n{person}\n{firm}\n\nThis mail was sent automatically, because this address was given on my site. If that was not you, there is nothing to do.`,
  },
  /** To who booked a time, where mail is set up. */
  invitation: {
    booked: {
      subject: 'Your consultation with {firm}: {time}',
      text: 'Your consultation is booked. I will write to you before it begins, to say how we talk.',
    },
    moved: {
      subject: 'Moved: your consultation with {firm}, now {time}',
      text: 'Your consultation is moved. This is its new time:',
    },
    cancelled: {
      subject: 'Cancelled: your consultation with {firm}, {time}',
      text: 'Your consultation is cancelled:',
    },
    change: 'To move or cancel it, open this address, which is yours alone:',
    /** Of what you changed yourself: nobody but who booked has that address. */
    changeKnown: 'With the address from before, you can move or cancel it.',
  },
  backHome: 'Back to Home',
} as const;
