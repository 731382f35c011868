import type { ReactNode } from 'react';
import type { SectionId } from '#content/schema/vocabulary.ts';
import { site } from '#content/site.ts';
import styles from './Section.module.css';

interface SectionProps {
  id: SectionId;
  heading: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** A section of the home page: its number and name in the margin, its heading, its content. */
export const Section = ({ id, heading, intro, children }: SectionProps) => {
  const index = site.navigation.findIndex(({ section }) => section === id);
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-heading`}>
      {/* The navigation says the same; here it is a running head for the eye. */}
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
  heading: string;
  children: ReactNode;
}

/** A part of a section; where there is room, its heading stands in the margin, as in a report. */
export const Subsection = ({ heading, children }: SubsectionProps) => (
  <div className={styles.subsection}>
    <h3 className={styles.sidehead}>{heading}</h3>
    <div>{children}</div>
  </div>
);
