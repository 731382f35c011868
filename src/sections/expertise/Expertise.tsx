import { expertise } from '#content/expertise.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#model/identity-text.ts';
import buttonStyles from '#src/components/Button.module.css';
import columns from '#src/components/Columns.module.css';
import { ExternalLink, ResumeLink, ScheduleLink } from '#src/components/links.tsx';
import { Range } from '#src/components/Range.tsx';
import { roleId, yearsOf } from '#src/components/roles.ts';
import { Section, Subsection } from '#src/components/Section.tsx';
import styles from './Expertise.module.css';

const { credentials, languages } = expertise;

const backgrounds = [
  {
    heading: credentials.heading,
    facts: credentials.items.map(({ title, issuer, year }) => [title, `${issuer}, ${year}`]),
  },
  {
    heading: languages.heading,
    facts: languages.items.map(({ language, level }) => [language, level]),
  },
].filter(({ facts }) => facts.length > 0);

/** `id` is of the name alone, without the rest of the link's text. */
const Company = ({ id, name, link }: { id: string; name: string; link: string | undefined }) => {
  const url = identity.companyLinks.find((company) => company.id === link)?.url;
  const words = <span id={id}>{name}</span>;
  return url ? <ExternalLink href={url}>{words}</ExternalLink> : words;
};

export const Expertise = () => (
  <Section
    id="expertise"
    words={expertise}
    intro={expertise.intro.map((paragraph) => (
      <p key={paragraph} className={styles.intro}>
        {fillIdentity(paragraph, 'content/expertise.yaml')}
      </p>
    ))}
  >
    {expertise.stats.length > 0 && (
      <dl className={`${columns.counted} ${styles.stats}`}>
        {expertise.stats.map(({ figure, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    )}
    {expertise.values.length > 0 && (
      <ul className={`${columns.counted} ${styles.values}`}>
        {expertise.values.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    )}
    <Subsection heading={expertise.timelineHeading}>
      <ol className={styles.timeline}>
        {expertise.timeline.map((role) => (
          <li key={roleId(role)} id={roleId(role)} data-current={role.to === null || undefined}>
            <p id={`${roleId(role)}-years`} className={styles.years}>
              <Range>{yearsOf(role)}</Range>
            </p>
            <div className={styles.entry}>
              <div>
                {/* A screen reader announces this alone after the link of a claim. */}
                <h4 aria-describedby={`${roleId(role)}-company ${roleId(role)}-years`}>
                  {role.role}
                  {role.to === null && (
                    <>
                      <span className="visually-hidden">, </span>
                      <span className={styles.current}>{expertise.currentRole}</span>
                    </>
                  )}
                </h4>
                <p className={styles.company}>
                  <Company id={`${roleId(role)}-company`} name={role.company} link={role.link} />
                </p>
              </div>
              <p>{role.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.after}>
        <ResumeLink>{expertise.resumeLabel}</ResumeLink>
        <ScheduleLink className={buttonStyles.plain} source="expertise">
          {expertise.scheduleLabel}
        </ScheduleLink>
      </p>
    </Subsection>
    {backgrounds.length > 0 && (
      <div className={styles.pair}>
        {backgrounds.map(({ heading, facts }) => (
          <Subsection key={heading} heading={heading}>
            <ul className={`${columns.counted} ${styles.facts}`}>
              {facts.map(([title, text]) => (
                <li key={title}>
                  <h4>{title}</h4>
                  <p>{text}</p>
                </li>
              ))}
            </ul>
          </Subsection>
        ))}
      </div>
    )}
    {expertise.panels.length > 0 && (
      <div className={styles.panels}>
        {expertise.panels.map(({ title, text }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    )}
  </Section>
);
