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
    done: {
      title: 'Request received',
      text: `Thank you. You will have an invitation within ${identity.answerWithin}. These are the details I have:`,
    },
  },
  newsletter: {
    title: 'Subscribe to the newsletter',
    label: 'Email',
    submit: 'Subscribe',
    note: 'To unsubscribe, reply to any letter.',
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
    storage:
      'Your message could not be stored just now. Please try again in a moment, or send it by email.',
    received: 'Message received.',
  },
  /** To the owner, about a submission. */
  mail: {
    titles: { enquiry: 'Inquiry', booking: 'Booking request', subscriber: 'Subscriber' },
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
  backHome: 'Back to Home',
} as const;
