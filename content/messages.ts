/** The wording is promised (behavior 3.5, 4, 6); tests check every text. */
export const validationMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  emailFormat: 'Please enter a valid email address',
  company: 'Company name is required',
  message: 'Message is required',
  messageLength: 'Message must be at least 10 characters long',
} as const;

export const submissionMessages = {
  failed: 'Failed to submit form. Please try again.',
  network: 'Network error. Please check your connection and try again.',
  offline: 'You are offline, so nothing was sent. What you typed is still here.',
  // A lost answer does not prove a lost message: the service may have accepted it (behavior 9.1).
  uncertain:
    'Your message may have arrived all the same. What you typed is still here; sent again, it may arrive twice.',
  uncertainStoredOnce:
    'Your message may have arrived all the same. What you typed is still here, and you can safely send it again: it is stored once.',
  emailTooLong: 'An email draft holds only the beginning of the message. All of it is still here.',
  copyMessage: 'Copy message',
} as const;

export const failureMessages = {
  contact_form:
    'There was an issue submitting your message. Please try one of the alternative contact methods below.',
  resource_download:
    'The resource is temporarily unavailable. Please try again or contact us for assistance.',
  scheduling: 'Unable to open the scheduling system. Please use an alternative booking method.',
  notFound: 'The requested resource was not found.',
  server: 'A server error occurred. Please try again later.',
  rateLimited: 'Too many requests. Please wait a moment and try again.',
  unavailable: 'A service is temporarily unavailable. Please try again later.',
  script: 'An unexpected error occurred. Please try refreshing the page.',
} as const;

export const failureOptionLabels = {
  emailDirectly: 'Send email directly',
  callDirectly: 'Call directly',
  tryAgain: 'Try again',
  requestByEmail: 'Request via email',
  browseResources: 'Browse other resources',
  scheduleByEmail: 'Schedule via email',
  callToSchedule: 'Call to schedule',
  contactSupport: 'Contact support',
} as const;

export const notificationMessages = {
  schedulePopupBlocked: 'Popup blocked. Opening scheduling here instead.',
  scheduleLoading: 'Loading the booking page. This can take a few seconds.',
  scheduleReady: 'The booking page is ready.',
  downloadLoading: 'Preparing the download. This can take a few seconds.',
  linkPopupBlocked: 'Popup blocked. The link will open in the current tab.',
  emailUnavailable:
    'Unable to open email client. Please copy the email address and contact us manually.',
  emailCopied: 'Email address copied to clipboard.',
  messageCopied: 'Message copied to clipboard.',
  callUnavailable: 'Unable to initiate call. Please dial {number} manually.',
  phoneCopied: 'Phone number copied to clipboard.',
  copyRefused: 'Copying was refused by the browser. Please select and copy it here: {text}',
  offline: 'You appear to be offline. Some features may not work properly.',
  online: 'Connection restored. All features should now work normally.',
} as const;

export const notificationLabels = {
  region: 'Notifications',
  dismiss: 'Dismiss',
  open: 'Open it',
  showForm: 'Go to the contact form',
  kinds: { error: 'Error', warning: 'Warning', success: 'Success', info: 'Note' },
} as const;

/** For the popup of a booking widget. */
export const bookingWidgetLabels = { dialog: 'Booking', close: 'Close' } as const;

export const applicationErrorMessages = {
  error: 'Application Error',
  response: 'Unhandled Thrown Response!',
  text: '{part} could not be shown. The rest of the page works, and you can still reach me:',
  parts: {
    'threshold-figure': 'The figure',
    'visitors-line': 'Your line from the figure',
    'contact-form': 'The contact form',
  },
  kept: 'What you typed is kept in this tab.',
  details: 'Technical details',
  reload: 'Reload the page',
} as const;

export const emailSubjects = {
  contact: 'Contact Request',
  resource: 'Resource Request',
  schedule: 'Consultation Request',
  support: 'Technical Support Request',
} as const;

export const emailBodies = {
  contact: '{message}\n\n{first_name} {last_name}\n{company}\n\nAbout: {interested_in}',
  resource: 'Please send me a copy of: {title}',
  schedule: 'I would like to schedule a consultation.',
  scheduleService: 'I would like to schedule a consultation about: {service}',
  support: 'Something on your website did not work: {what}',
  shortened: '[This email draft holds only the beginning of the message.]',
} as const;
