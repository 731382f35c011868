import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { footerPages } from '#model/pages.ts';
import { navigation } from '#model/sections.ts';
import { CallLink, EmailLink, ExternalLink, ResumeLink } from '#src/components/links.tsx';
import { config } from '#src/config.ts';
import styles from './Footer.module.css';

const { footer } = site;

export const Footer = ({ homePath }: { homePath: '' | '/' }) => (
  <footer className={`${styles.footer} unprinted`}>
    <div className={styles.columns}>
      <div className={styles.brand}>
        <p className={styles.firm}>{identity.firm}</p>
        <p>{footer.statement}</p>
        <p>{identity.person}</p>
      </div>
      <div>
        <h2>{footer.sections}</h2>
        <ul>
          {navigation.map(({ section, label }) => (
            <li key={section}>
              <a href={`${homePath}#${section}`}>{label}</a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2>{footer.contact}</h2>
        <ul>
          <li>
            <EmailLink>{footer.email}</EmailLink>
          </li>
          <li>
            <CallLink isVerbHidden />
          </li>
          <li>
            <ResumeLink>{footer.resume}</ResumeLink>
          </li>
          {site.newsletter && (
            <li>
              <ExternalLink href={config.newsletterUrl}>{footer.newsletter}</ExternalLink>
            </li>
          )}
        </ul>
      </div>
      {identity.socialLinks.length > 0 && (
        <div className={styles.elsewhere}>
          <h2>{footer.elsewhere}</h2>
          <ul>
            {identity.socialLinks.map(({ id, label, url }) => (
              <li key={id}>
                <ExternalLink href={url}>{label}</ExternalLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
    <div className={styles.legal}>
      <div>
        <p>
          © <span data-year>{new Date().getFullYear()}</span> {identity.firm}. {footer.rights}
        </p>
        <p>{footer.facts}</p>
      </div>
      <ul>
        {footerPages.map(({ id, title }) => (
          <li key={id}>
            <a href={`/${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </div>
  </footer>
);
