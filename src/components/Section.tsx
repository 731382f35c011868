import type { ReactNode } from 'react';
import type { SectionId } from '#content/schema/sections.ts';
import styles from './Section.module.css';

interface SectionProps {
  id: SectionId;
  heading: string;
  intro?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const classes = (...names: (string | undefined)[]): string => names.filter(Boolean).join(' ');

/**
 * A section of the home page. Its name is its own: Firefox makes no landmark of one that is named by
 * a heading that waits to be laid out (`DeferLayout.astro`).
 */
export const Section = ({ id, heading, intro, className, children }: SectionProps) => (
  <section id={id} className={classes(styles.section, className)} aria-label={heading}>
    <div className={styles.head}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {intro && <div className={styles.intro}>{intro}</div>}
    </div>
    {children}
  </section>
);

interface SubsectionProps {
  id?: string;
  heading: string;
  /** The heading stands in the first column, in a wide window. */
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
