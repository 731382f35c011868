import type { ReactNode } from 'react';
import { navigation, type SectionId } from '#content/schema/sections.ts';
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
  const index = navigation.findIndex(({ section }) => section === id);
  return (
    <section
      id={id}
      className={classes(styles.section, className)}
      aria-labelledby={`${id}-heading`}
    >
      {index >= 0 && (
        // The navigation says the same.
        <p className={styles.label} aria-hidden="true">
          <span>{index + 1}</span> {navigation[index]?.label}
        </p>
      )}
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
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a section. */
export const Subsection = ({ heading, className, children }: SubsectionProps) => (
  <div className={classes(styles.subsection, className)}>
    <h3 className={styles.sidehead}>{heading}</h3>
    <div>{children}</div>
  </div>
);
