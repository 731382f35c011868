import { identity } from './identity.ts';
import type { Contact } from './schema/schema.ts';

export const contact: Contact = {
  label: 'Contact',
  heading: 'Tell me what is happening',
  intro:
    'Write as you would to a colleague. What happened, what it costs, what you have tried: that is enough to begin.',
  actions: {
    schedule: {
      title: 'Talk',
      text: 'A consultation is a free 30 minutes; 45 or 60 for the larger engagements.',
      label: 'Schedule Consultation',
    },
    email: { title: 'Write', text: 'Straight to my own inbox.', label: 'Send an email' },
    call: { title: 'Call', text: 'If it is happening now.', label: 'Call' },
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
    submittingNote: 'Your message is on its way.',
    filledIn: {
      all: 'Filled in for you: “{topic}”. Change whatever you like.',
      partly:
        'You asked about “{topic}”. Only what you had left open is filled in: your own words and choices stay.',
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
          'We spend 30 minutes on your problem, not on my slides. You describe what you see; I ask what a stranger would ask; at the end I say what I would do first, with or without me. If you want to share material beforehand, I sign your NDA.',
      },
      {
        question: 'We have an incident right now. Can you help today?',
        answer: `Call, or choose “Immediate” in the form. Within ${identity.answerWithin} you have an answer, usually much sooner. The first job is to slow the loss without locking out your customers.`,
      },
      {
        question: 'What does an engagement cost?',
        answer:
          'A fixed price for a fixed scope, agreed in writing before work starts; where it begins stands beside each service. Fractional leadership is a monthly fee with a month’s notice. You will have the number within two days of the first call, and it does not change because the work was harder than I thought.',
      },
      {
        question: 'Will you look at our data, and where does it go?',
        answer:
          'I work inside your systems with access you grant and can withdraw. Nothing leaves them: no customer records on my machines, no data in anyone’s model. The deliverables are yours once they are paid for.',
      },
      {
        question: 'Do you replace our team or our vendor?',
        answer:
          'Neither. I make both of them easier to judge: your team gets a second opinion from someone who has no seat to defend, and your vendor gets asked for its error rates on your traffic.',
      },
    ],
  },
};
