import type { ReactNode } from 'react';
import type { SectionId } from '#content/schema/vocabulary.ts';
import { site } from '#content/site.ts';
import styles from './Section.module.css';

interface SectionProps {
  id: SectionId;
  heading: string;
  intro?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const classes = (own: string | undefined, given: string | undefined): string =>
  [own, given].filter(Boolean).join(' ');

/** A section of the home page. */
export const Section = ({ id, heading, intro, className, children }: SectionProps) => {
  const index = site.navigation.findIndex(({ section }) => section === id);
  return (
    <section
      id={id}
      className={classes(styles.section, className)}
      aria-labelledby={`${id}-heading`}
    >
      {/* The navigation says the same. */}
      <p className={styles.label} aria-hidden="true">
        <span>{index + 1}</span> {site.navigation[index]?.label}
      </p>
      <div className={styles.head}>
        <h2 id={`${id}-heading`}>{heading}</h2>
        {intro && <div className={styles.intro}>{intro}</div>}
      </div>
      {children}
    </section>
  );
};

interface SubsectionProps {
  id?: string;
  heading: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a section. */
export const Subsection = ({ id, heading, className, children }: SubsectionProps) => (
  <div id={id} className={classes(styles.subsection, className)}>
    <h3 className={styles.sidehead}>{heading}</h3>
    <div>{children}</div>
  </div>
);
