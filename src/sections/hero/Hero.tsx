import type { ReactNode } from 'react';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import type { Hero as Content } from '#model/schema.ts';
import { sectionIds } from '#model/sections.ts';
import buttonStyles from '#src/components/Button.module.css';
import entriesStyles from '#src/components/Entries.module.css';
import { Entries } from '#src/components/Entries.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { CallLink, ScheduleLink } from '#src/components/links.tsx';
import { roleId, roleSince } from '#src/components/roles.ts';
import sectionStyles from '#src/components/Section.module.css';
import styles from './Hero.module.css';

const { labels, source, summary } = hero.evidence;
const { counted, short } = entriesStyles;

const Incident = () => {
  const { answerWithin, incidentHours } = identity;
  if (!incidentHours) return null;
  const text = fill(hero.incident, { hours: incidentHours, answerWithin });
  const [before, after] = text.split('{call}');
  return (
    <p className={styles.incident}>
      {before}
      <CallLink />
      {after}
    </p>
  );
};

/** The evidence of a claim. */
const Evidence = ({ claim, place }: { claim: Content['claims'][number]; place: number }) => {
  const role = sectionIds.includes('expertise') ? roleSince(claim.source) : undefined;
  const rows = (['measure', 'baseline', 'period', 'sideEffect'] as const).filter(
    (name) => claim[name],
  );
  if (!role && rows.length === 0) return null;
  return (
    <details className={styles.evidence}>
      <summary className="unprinted" aria-describedby={`claim-${place}-unit claim-${place}-text`}>
        {fill(summary, { figure: claim.figure })}
      </summary>
      <dl>
        {rows.map((name) => (
          <div key={name}>
            <dt>{labels[name]}</dt>
            <dd>{claim[name]}</dd>
          </div>
        ))}
        {role && (
          <div>
            <dt>{labels.source}</dt>
            <dd>
              <a href={`#${roleId(role)}`}>
                {fill(source, {
                  company: role.company,
                  from: String(role.from),
                  to: String(role.to ?? expertise.present),
                })}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
};

/** `children` is `ThresholdFigure`. */
export const Hero = ({ children }: { children?: ReactNode }) => (
  <section
    id="hero"
    className={`${sectionStyles.section} ${styles.hero}`}
    aria-label={identity.firm}
  >
    <div className={styles.words}>
      <p className={`${styles.eyebrow} fine`}>{fillIdentity(hero.eyebrow)}</p>
      <h1 id="hero-heading">
        {hero.headline.map((sentence) => (
          <span key={sentence}>{`${sentence} `}</span>
        ))}
      </h1>
      <p className={styles.lede}>{hero.lede}</p>
      {(site.booking || site.resources) && (
        <div className={`${styles.actions} unprinted`}>
          <ScheduleLink source="hero" describedBy="schedule-note">
            {hero.scheduleLabel}
          </ScheduleLink>
          {site.booking && (
            <p id="schedule-note" className={styles.note}>
              {hero.scheduleNote}
            </p>
          )}
          {site.resources && (
            <a className={buttonStyles.secondary} href="#resources">
              {hero.resourcesLabel}
            </a>
          )}
        </div>
      )}
      <Incident />
    </div>
    {site.figure && <div className={`${styles.figure} unprinted`}>{children}</div>}
    {hero.claims.length > 0 && (
      <ul className={`${counted} ${short} ${styles.claims}`}>
        {hero.claims.map((claim, index) => (
          <li key={claim.text}>
            <p>
              <strong className={sectionStyles.number}>{claim.figure}</strong>{' '}
              <span>
                <Icon name="check" size={18} />
                <b id={`claim-${index + 1}-unit`}>{claim.unit}</b>{' '}
                <span id={`claim-${index + 1}-text`}>{claim.text}</span>
              </span>
            </p>
            <Evidence claim={claim} place={index + 1} />
          </li>
        ))}
      </ul>
    )}
    <Entries
      entries={hero.tiles}
      heading="h2"
      className={`${counted} ${short} ${styles.tiles} unprinted`}
    />
  </section>
);
