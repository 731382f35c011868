import { identity } from './identity.ts';
import type { Contact } from './schema/schema.ts';

export const contact: Contact = {
  label: 'Contact',
  heading: 'Tell me what is happening',
  intro:
    'Say what happened, what it costs, and what you have tried. Leave out customer data and anything privileged.',
  actions: {
    schedule: {
      title: 'Talk',
      text: 'A consultation is a free 30 minutes, or a free 45 or 60 for the larger engagements.',
      label: 'Schedule Consultation',
    },
    email: { title: 'Write', text: 'Straight to my own inbox.', label: 'Send an email' },
    call: { title: 'Call', text: 'Incidents, on weekdays.', label: 'Call' },
  },
  form: {
    heading: 'Send a message',
    note: 'Required unless marked optional.',
    optional: 'optional',
    labels: {
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      company: 'Company',
      role: 'Your role',
      interestedIn: 'What is this about?',
      serviceType: 'Service',
      urgency: 'How soon?',
      message: 'Message',
    },
    doubt: 'Is this address complete?',
    noService: 'No particular service',
    inquiryTypes: {
      general: 'A general inquiry',
      consultation: 'A consultation',
      pricing: 'Pricing',
      partnership: 'A partnership',
      speaking: 'Speaking',
      resources: 'The white papers',
    },
    otherService: 'Something else',
    urgencies: {
      immediate: 'Immediate: it is happening now',
      urgent: 'Urgent: this week',
      normal: 'Normal',
      planning: 'Planning ahead',
    },
    honeypot: 'Leave this box unchecked',
    submit: 'Send Message',
    submitting: 'Sending...',
    // For screen readers.
    submittingNote: 'This takes a moment.',
    restored: 'What was filled in is still in the contact form.',
    filledIn: {
      all: 'This contact form is filled in for you: “{topic}”. Change whatever you like.',
      withMessage:
        'This contact form is filled in for you: “{topic}”, and the beginning of a message. Change whatever you like.',
      partly:
        'You asked about “{topic}”. In this contact form, only what you had left open is filled in: your own words and choices stay.',
    },
    success: {
      heading: 'Message Sent!',
      text: `Thank you. Your message has arrived, and you will have an answer within ${identity.answerWithin}.`,
      answer: 'The answer goes to {email}.',
      record: 'What you sent',
      again: 'Send Another Message',
    },
  },
  details: {
    heading: 'Details',
    emailLabel: 'Email',
    phoneLabel: 'Phone',
    officeLabel: 'Office',
    responseLabel: 'Response',
    response: `Within ${identity.answerWithin}`,
    copyEmail: 'Copy email address',
  },
  faq: {
    heading: 'Asked before the first call',
    items: [
      {
        question: 'What happens in the free consultation?',
        answer:
          'You describe what you see, I ask questions, and at the end I say what I would do first, whether or not you hire me. If you want to share material beforehand, I sign your NDA.',
      },
      {
        question: 'We have an incident right now. Can you help today?',
        answer: `On weekdays, yes: call. At other times choose “Immediate” in the form, and I answer within ${identity.answerWithin}. We first slow the loss without locking out customers; further work starts once a short statement of work is signed.`,
      },
      {
        question: 'What does an engagement cost?',
        answer:
          'A fixed price for a fixed scope, quoted within two days of the first call and agreed in writing before work starts. Only a written change of scope changes it. Starting prices stand beside the services. Fractional leadership is a monthly fee with 30 days’ notice.',
      },
      {
        question: 'Will you look at our data, and where does it go?',
        answer:
          'I work inside your systems, with access you grant and can withdraw. Customer records stay there and train no model. I keep the contract, deliverables, and invoices. Deliverables are yours once paid for.',
      },
      {
        question: 'Do you replace our team or our vendor?',
        answer:
          'Neither. Your team gets a second opinion from outside, and your vendor is asked for its error rates on your traffic.',
      },
    ],
  },
};
