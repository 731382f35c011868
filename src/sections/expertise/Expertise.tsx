import { expertise } from '#content/expertise.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#model/identity-text.ts';
import buttonStyles from '#src/components/Button.module.css';
import entriesStyles from '#src/components/Entries.module.css';
import { Entries } from '#src/components/Entries.tsx';
import { ExternalLink, ResumeLink, ScheduleLink } from '#src/components/links.tsx';
import { Range } from '#src/components/Range.tsx';
import { roleId, yearsOf } from '#src/components/roles.ts';
import { Section, Subsection } from '#src/components/Section.tsx';
import styles from './Expertise.module.css';

const { credentials, languages } = expertise;
const { counted, pairs, short, small } = entriesStyles;

const backgrounds = [
  {
    heading: credentials.heading,
    facts: credentials.items.map(({ title, issuer, year }) => ({
      title,
      text: `${issuer}, ${year}`,
    })),
  },
  {
    heading: languages.heading,
    facts: languages.items.map(({ language, level }) => ({ title: language, text: level })),
  },
].filter(({ facts }) => facts.length > 0);

/** The element with `id` contains only the name, without the rest of the link's text. */
const Company = ({ id, name, link }: { id: string; name: string; link: string | undefined }) => {
  const url = identity.companyLinks.find((company) => company.id === link)?.url;
  const words = <span id={id}>{name}</span>;
  return url ? <ExternalLink href={url}>{words}</ExternalLink> : words;
};

export const Expertise = () => (
  <Section
    id="expertise"
    words={expertise}
    intro={expertise.intro.map((paragraph) => <p key={paragraph}>{fillIdentity(paragraph)}</p>)}
  >
    {expertise.stats.length > 0 && (
      <dl className={`${counted} ${short} ${styles.stats} unprinted`}>
        {expertise.stats.map(({ figure, text }) => (
          <div key={text}>
            <dt className="fine">{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    )}
    <Entries entries={expertise.values} className={`${counted} ${short} ${small}`} />
    <Subsection heading={expertise.timelineHeading}>
      <ol className={styles.timeline}>
        {expertise.timeline.map((role) => (
          <li key={roleId(role)} id={roleId(role)} data-current={role.to === null || undefined}>
            <p id={`${roleId(role)}-years`} className={styles.years}>
              <Range>{yearsOf(role)}</Range>
            </p>
            <div>
              {/* After the link from a claim, screen readers read only the heading and its description. */}
              <h4 aria-describedby={`${roleId(role)}-company ${roleId(role)}-years`}>
                {role.role}
                {role.to === null && (
                  <>
                    <span className="visually-hidden">, </span>
                    <span className={`${styles.current} fine`}>{expertise.currentRole}</span>
                  </>
                )}
              </h4>
              <p className="fine">
                <Company id={`${roleId(role)}-company`} name={role.company} link={role.link} />
              </p>
            </div>
            <p>{role.text}</p>
          </li>
        ))}
      </ol>
      <p className={`${styles.after} unprinted`}>
        <ResumeLink>{expertise.resumeLabel}</ResumeLink>
        <ScheduleLink className={buttonStyles.plain} source="expertise">
          {expertise.scheduleLabel}
        </ScheduleLink>
      </p>
    </Subsection>
    {backgrounds.length > 0 && (
      <div className={styles.backgrounds}>
        {backgrounds.map(({ heading, facts }) => (
          <Subsection key={heading} heading={heading}>
            <Entries
              entries={facts}
              heading="h4"
              className={`${counted} ${small} ${backgrounds.length > 1 ? pairs : ''} ${styles.facts}`}
            />
          </Subsection>
        ))}
      </div>
    )}
    <Entries
      entries={expertise.panels}
      list="div"
      className={`${counted} ${small} ${pairs} ${styles.panels} unprinted`}
    />
  </Section>
);
