import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { hero } from '#content/hero.ts';
import { fill } from '#content/schema/fill.ts';
import { fillIdentity } from '#content/schema/identity-text.ts';
import buttonStyles from '#src/components/Button.module.css';
import columns from '#src/components/Columns.module.css';
import { ScheduleLink } from '#src/components/links.tsx';
import { roleId, roleSince, yearsOf } from '#src/components/roles.ts';
import styles from './Hero.module.css';

const Source = ({ year, number }: { year: number; number: number }) => {
  const role = roleSince(year);
  if (!role) return null;
  const label = fill(hero.sourceLabel, {
    number: String(number),
    company: role.company,
    years: yearsOf(role),
  });
  return (
    <sup>
      <a className={styles.source} href={`#${roleId(role)}`} aria-label={label}>
        {number}
      </a>
    </sup>
  );
};

/** `children` is the figure. */
export const Hero = ({ children }: { children?: ReactNode }) => (
  <section id="hero" className={styles.hero} aria-labelledby="hero-heading">
    <div className={styles.words}>
      <p className={styles.eyebrow}>{fillIdentity(hero.eyebrow, 'content/hero.ts')}</p>
      <h1 id="hero-heading">
        {hero.headline.map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
      </h1>
      <p className={styles.lede}>{hero.lede}</p>
      <p className={styles.actions}>
        <ScheduleLink source="hero">{hero.scheduleLabel}</ScheduleLink>
        <a className={buttonStyles.secondary} href="#resources">
          {hero.resourcesLabel}
        </a>
      </p>
    </div>
    <div className={styles.figure}>{children}</div>
    {hero.claims.length > 0 && (
      <ul className={`${columns.counted} ${styles.claims}`}>
        {hero.claims.map(({ figure, unit, text, source }, index) => (
          <li key={text}>
            <p>
              <strong className={styles.claimNumber}>{figure}</strong> <b>{unit}</b> {text}
              <Source year={source} number={index + 1} />
            </p>
            <Check className={styles.tick} size={18} />
          </li>
        ))}
      </ul>
    )}
    {hero.tiles.length > 0 && (
      <ul className={`${columns.counted} ${styles.tiles}`}>
        {hero.tiles.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    )}
  </section>
);
