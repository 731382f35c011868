import type { ReactNode } from 'react';
import { identity } from '#content/identity.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { site } from '#content/site.ts';
import { bookingUrl, type ConsultationLength } from '#src/config.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import buttonStyles from './Button.module.css';

/**
 * Links that work by themselves and that `src/actions/click-delegation.ts` makes better: it reads
 * the data attributes that are set here.
 */

interface LinkProps {
  className?: string | undefined;
  children?: ReactNode;
}

const NewTabNote = () => <span className="visually-hidden"> ({site.labels.newTab})</span>;

interface ScheduleLinkProps extends LinkProps {
  /** Which control this is, for analytics. */
  source: string;
  /** Title of the service to talk about. */
  service?: string;
  minutes?: ConsultationLength;
  /** Where to scroll when the booking page cannot be opened, such as #contact. */
  fallback?: string | undefined;
  /** Whether the booking page is told what the visitor typed into the contact form. */
  withDraft?: boolean;
}

/** Opens the booking page in a new tab. */
export const ScheduleLink = ({
  source,
  service,
  minutes,
  fallback,
  withDraft,
  className = buttonStyles.primary,
  children = site.labels.schedule,
}: ScheduleLinkProps) => (
  <a
    className={className}
    href={bookingUrl(minutes)}
    target="_blank"
    rel="noopener"
    data-action="schedule"
    data-source={source}
    data-service={service}
    data-fallback={fallback}
    data-prefill={withDraft ? 'draft' : undefined}
  >
    {children}
    <NewTabNote />
  </a>
);

/** Opens another site in a new tab. */
export const ExternalLink = ({ href, className, children }: LinkProps & { href: string }) => (
  <a className={className} href={href} target="_blank" rel="noopener" data-action="external">
    {children}
    <NewTabNote />
  </a>
);

/** Opens the visitor's mail program. */
export const EmailLink = ({ className, children = identity.email }: LinkProps) => (
  <a className={className} href={mailtoUrl({ to: identity.email })} data-action="email">
    {children}
  </a>
);

/** Starts a call. */
export const CallLink = ({ className, children = formatPhone(identity.phone) }: LinkProps) => (
  <a className={className} href={telUrl(identity.phone)} data-action="call">
    {children}
  </a>
);

interface DownloadLinkProps extends LinkProps {
  /** Id in the catalogue of content/resources.ts. */
  resource: string;
  /** Path of the file, or where to go without JavaScript when there is none. */
  href: string;
}

/** Downloads a resource of the catalogue. */
export const DownloadLink = ({ resource, href, className, children }: DownloadLinkProps) => (
  <a
    className={className}
    href={href}
    download={href.startsWith('#') ? undefined : ''}
    data-action="download"
    data-resource={resource}
  >
    {children}
  </a>
);
