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
 * A section of the home page. It has its name in the navigation: with its heading as name, visitors would
 * hear the same twice. In an attribute, because Firefox makes no landmark of one that is named by an
 * element that waits to be laid out (`Document.astro`).
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
  /** The heading is in the first column, in a wide window. */
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
