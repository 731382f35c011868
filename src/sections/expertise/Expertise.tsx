import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#content/schema/identity-text.ts';
import { site } from '#content/site.ts';
import { ExternalLink, ScheduleLink } from '#src/components/links.tsx';
import { roleId, yearsOf } from '#src/components/roles.ts';
import { Section, Subsection } from '#src/components/Section.tsx';
import styles from './Expertise.module.css';

const { credentials, languages } = expertise;

const Company = ({ name, link }: { name: string; link: string | undefined }) => {
  const url = identity.companyLinks.find(({ id }) => id === link)?.url;
  return url ? <ExternalLink href={url}>{name}</ExternalLink> : name;
};

/** Hidden: the links of the hero's claims say it in words. */
const ClaimNumbers = ({ year }: { year: number }) => {
  const numbers = hero.claims.flatMap(({ source }, index) => (source === year ? [index + 1] : []));
  return (
    numbers.length > 0 && (
      <sup className={styles.claims} aria-hidden="true">
        {numbers.join(', ')}
      </sup>
    )
  );
};

export const Expertise = () => (
  <Section
    id="expertise"
    heading={expertise.heading}
    intro={expertise.intro.map((paragraph) => (
      <p key={paragraph} className={styles.intro}>
        {fillIdentity(paragraph, 'content/expertise.ts')}
      </p>
    ))}
  >
    <ol className={styles.values}>
      {expertise.values.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
    <Subsection heading={expertise.timelineHeading}>
      <ol className={styles.timeline}>
        {expertise.timeline.map(({ from, to, role, company, link, text }) => (
          <li key={from} id={roleId({ from, to })} data-current={to === null || undefined}>
            <p className={styles.years}>
              {yearsOf({ from, to })}
              <ClaimNumbers year={from} />
            </p>
            <div className={styles.entry}>
              <h4>
                {role}
                {to === null && <span className={styles.current}>{expertise.currentRole}</span>}
              </h4>
              <p className={styles.company}>
                <Company name={company} link={link} />
              </p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p>
        <a href={site.resumeFile} download="">
          {expertise.resumeLabel}
        </a>
      </p>
    </Subsection>
    {credentials && credentials.items.length > 0 && (
      <Subsection heading={credentials.heading}>
        <ul className={styles.facts}>
          {credentials.items.map(({ title, issuer, year }) => (
            <li key={title}>
              <h4>{title}</h4>
              <p>
                {issuer}, {year}
              </p>
            </li>
          ))}
        </ul>
      </Subsection>
    )}
    {languages && languages.items.length > 0 && (
      <Subsection heading={languages.heading}>
        <ul className={styles.facts}>
          {languages.items.map(({ language, level }) => (
            <li key={language}>
              <h4>{language}</h4>
              <p>{level}</p>
            </li>
          ))}
        </ul>
      </Subsection>
    )}
    <div className={styles.panels}>
      {expertise.panels.map(({ title, text }) => (
        <div key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
      ))}
    </div>
    <dl className={styles.stats}>
      {expertise.stats.map(({ figure, text }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
    <p>
      <ScheduleLink source="expertise">{expertise.scheduleLabel}</ScheduleLink>
    </p>
  </Section>
);
