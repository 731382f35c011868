import type { ReactNode } from 'react';
import { contact } from '#content/contact.ts';
import { site } from '#content/site.ts';
import { serviceChoices } from '#enquiry/service-choices.ts';
import { officeName } from '#model/identity-text.ts';
import { findPage } from '#model/pages.ts';
import disclosureStyles from '#src/components/Disclosure.module.css';
import { CallLink, EmailLink, ScheduleLink } from '#src/components/links.tsx';
import { Section, Subsection } from '#src/components/Section.tsx';
import { prefillTarget, sectionHash } from '#src/links.ts';
import styles from './Contact.module.css';

const { actions, details, faq } = contact;

/**
 * The targets of links such as #contact?service=program-build without scripts. They contain the form, because in
 * Chromium a screen reader that follows a link to an empty target begins at the top of the page.
 */
const LinkTargets = ({ children }: { children: ReactNode }) => {
  let targets = children;
  for (const { id } of serviceChoices) {
    targets = <div id={sectionHash('contact', { service: id }).slice(1)}>{targets}</div>;
  }
  return targets;
};

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** `children` is the form. */
export const Contact = ({ children }: { children?: ReactNode }) => (
  <Section
    id="contact"
    className={styles.contact}
    words={contact}
    intro={<p className="unprinted">{contact.intro}</p>}
  >
    <ul className={`${styles.actions} unprinted`}>
      {site.booking && (
        <li>
          <h3>{actions.schedule.title}</h3>
          <p>{actions.schedule.text}</p>
          <ScheduleLink className={styles.action} source="contact" withDraft>
            {actions.schedule.label}
          </ScheduleLink>
        </li>
      )}
      <li>
        <h3>{actions.email.title}</h3>
        <p>{actions.email.text}</p>
        <EmailLink className={styles.action}>{actions.email.label}</EmailLink>
      </li>
      <li>
        <h3>{actions.call.title}</h3>
        <p>{actions.call.text}</p>
        <CallLink className={styles.action} />
      </li>
    </ul>
    <div className={styles.form}>
      <LinkTargets>
        <Subsection
          id={prefillTarget('contact')}
          className={styles.prefilled}
          heading={contact.form.heading}
        >
          {children}
          <p className={`${styles.privacy} fine`}>
            <a href="/privacy">{findPage('privacy').title}</a>
          </p>
        </Subsection>
      </LinkTargets>
    </div>
    <div className={styles.details}>
      <h3 className="unprinted">{details.heading}</h3>
      <dl>
        <Detail label={details.emailLabel}>
          <EmailLink />
          <button type="button" className={`${styles.copy} scripted`} data-action="copy-email">
            {details.copyEmail}
          </button>
        </Detail>
        <Detail label={details.phoneLabel}>
          <CallLink isVerbHidden />
        </Detail>
        <Detail label={details.officeLabel}>{officeName}</Detail>
        <Detail label={details.responseLabel}>{details.response}</Detail>
      </dl>
    </div>
    <Subsection heading={faq.heading} isBeside>
      <div className={styles.faq}>
        {faq.items.map(({ question, answer }, index) => (
          <details
            key={question}
            className={disclosureStyles.disclosure}
            name="faq"
            open={index === 0}
          >
            <summary>
              <h4>{question}</h4>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Subsection>
  </Section>
);
