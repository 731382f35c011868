import type { ReactNode } from 'react';
import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { site } from '#content/site.ts';
import { formatPhone } from '#model/phone.ts';
import { resumeId } from '#model/vocabulary.ts';
import { bookingUrl, config } from '#src/config.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import buttonStyles from './Button.module.css';

/** `src/actions/click-delegation.ts` reads the data attributes of these links. */

interface LinkProps {
  className?: string | undefined;
  children?: ReactNode;
}

const NewTabNote = () => <span className="visually-hidden"> ({site.labels.newTab})</span>;

interface ScheduleLinkProps extends LinkProps {
  /** The source in analytics. */
  source: string;
  service?: string;
  minutes?: number;
  /** The section to scroll to if the booking page cannot be opened. */
  fallback?: string | undefined;
  /** Adds the form's draft to the address (behavior 4.1). */
  withDraft?: boolean;
  /** The id of the description. */
  describedBy?: string;
}

/** A link to the booking page; renders nothing if booking is off. */
export const ScheduleLink = ({
  source,
  service,
  minutes,
  fallback,
  withDraft,
  describedBy,
  className = buttonStyles.primary,
  children = site.labels.schedule,
}: ScheduleLinkProps) =>
  site.booking && (
    <a
      className={className}
      href={bookingUrl(minutes)}
      target="_blank"
      rel="noopener"
      aria-describedby={describedBy}
      data-action="schedule"
      data-source={source}
      data-service={service}
      data-fallback={fallback}
      data-prefill={withDraft ? 'draft' : undefined}
    >
      {children}
      {service && <span className="visually-hidden">: {service}</span>}
      {config.bookingWidgetUrl === undefined && <NewTabNote />}
    </a>
  );

export const ExternalLink = ({ href, className, children }: LinkProps & { href: string }) => (
  <a className={className} href={href} target="_blank" rel="noopener" data-action="external">
    {children}
    <NewTabNote />
  </a>
);

export const EmailLink = ({ className, children = identity.email }: LinkProps) => (
  <a className={className} href={mailtoUrl({ to: identity.email })} data-action="email">
    {children}
  </a>
);

const verb = contact.actions.call.label;

interface CallLinkProps {
  className?: string | undefined;
  /** Shows only the number. The accessible name also has the verb, for lists of links. */
  isVerbHidden?: boolean;
}

export const CallLink = ({ className, isVerbHidden = false }: CallLinkProps) => (
  <a className={className} href={telUrl(identity.phone)} data-action="call">
    {isVerbHidden ? (
      <>
        <span className="visually-hidden">{`${verb} `}</span>
        {formatPhone(identity.phone)}
      </>
    ) : (
      // One text, because Chromium drops the space between two texts from the accessible name.
      `${verb} ${formatPhone(identity.phone)}`
    )}
  </a>
);

interface DownloadLinkProps extends LinkProps {
  resource: string;
}

const resume = {
  id: resumeId,
  title: site.footer.resume,
  path: site.resumeFile,
  filename: site.resumeFile.slice(site.resumeFile.lastIndexOf('/') + 1),
};

const downloads = [...resources.catalogue, resume];

/** A link to a download. Without scripts, one to a file that is not in the catalogue leads to the resources. */
export const DownloadLink = ({ resource, className, children }: DownloadLinkProps) => {
  const file = downloads.find(({ id }) => id === resource);
  return (
    <a
      className={className}
      href={file?.path ?? (site.resources ? '#resources' : '#')}
      download={file?.filename}
      data-action="download"
      data-resource={resource}
      data-title={file?.title}
    >
      {children}
    </a>
  );
};

export const ResumeLink = (props: LinkProps) => <DownloadLink resource={resumeId} {...props} />;
