import type { ReactNode } from 'react';
import type { SectionId } from '#model/vocabulary.ts';
import styles from './Section.module.css';

interface SectionProps {
  id: SectionId;
  words: { label?: string | undefined; heading: string };
  intro?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const classes = (...names: (string | undefined)[]): string => names.filter(Boolean).join(' ');

/**
 * A section of the home page. Its accessible name is its label in the navigation, because screen readers would
 * read its heading twice. The name is in an attribute: Firefox makes no landmark of a section that is named by an
 * element without layout (`Document.astro`).
 */
export const Section = ({ id, words, intro, className, children }: SectionProps) => (
  <section
    id={id}
    className={classes(styles.section, className)}
    aria-label={words.label ?? words.heading}
  >
    <div className={styles.head}>
      <h2 id={`${id}-heading`}>{words.heading}</h2>
      {intro && <div className={styles.intro}>{intro}</div>}
    </div>
    {children}
  </section>
);

interface SubsectionProps {
  id?: string;
  heading: string;
  /** Whether the heading is in the first column in a wide window. */
  isBeside?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a section. */
export const Subsection = ({ id, heading, isBeside, className, children }: SubsectionProps) => (
  <div
    id={id}
    className={classes(styles.subsection, isBeside ? styles.beside : undefined, className)}
  >
    <h3 className={styles.sidehead}>{heading}</h3>
    <div>{children}</div>
  </div>
);
