import { embedded } from './embedded.ts';
import type { FormService } from './form-service.ts';
import { formspree } from './formspree.ts';
import { web3forms } from './web3forms.ts';

export const formServices = {
  embedded,
  web3forms,
  formspree,
  /** Any other is taken to have the contract of Web3Forms. */
  other: { ...web3forms, hosts: null, redirectsTo: [] },
} as const satisfies Record<string, FormService>;

export type FormServiceName = keyof typeof formServices;

/**
 * Which service an endpoint belongs to.
 * @param endpoint a web address, or a path on the site
 * @throws TypeError when an address cannot be read
 */
export const formServiceAt = (endpoint: string, siteUrl: string): FormServiceName => {
  const { origin, hostname } = new URL(endpoint, siteUrl);
  if (origin === new URL(siteUrl).origin) return 'embedded';
  const names = Object.keys(formServices) as FormServiceName[];
  return names.find((name) => formServices[name].hosts?.test(hostname)) ?? 'other';
};
