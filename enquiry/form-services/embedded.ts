import type { FormService } from './form-service.ts';
import { web3forms } from './web3forms.ts';

/** The site's own form backend (`inbox/`), which finds its way to /received itself. */
export const embedded: FormService = {
  ...web3forms,
  hosts: null,
  needsAccessKey: false,
  takesIdempotencyKey: true,
  redirectsTo: [],
  controlName: ({ name }) => name,
  hiddenFields: ({ accessKey }) => ({ access_key: accessKey }),
};
