import type { ReactNode } from 'react';
import { about } from '#content/about.ts';
import buttonStyles from '#src/components/Button.module.css';
import entriesStyles from '#src/components/Entries.module.css';
import { Entries } from '#src/components/Entries.tsx';
import { ScheduleLink } from '#src/components/links.tsx';
import { Section, Subsection } from '#src/components/Section.tsx';
import styles from './About.module.css';

const LearnMore = () =>
  about.learnMoreTarget ? (
    <a className={buttonStyles.plain} href={about.learnMoreTarget}>
      {about.learnMoreLabel}
    </a>
  ) : (
    <button type="button" className={buttonStyles.plain}>
      {about.learnMoreLabel}
    </button>
  );

const { counted } = entriesStyles;
const story = <Entries entries={about.story} list="div" className={`${counted} ${styles.story}`} />;

/** `children` is `VisitorsLine`. */
export const About = ({ portrait, children }: { portrait?: ReactNode; children?: ReactNode }) => (
  <Section id="about" className={`${styles.about} unprinted`} words={about}>
    {about.portrait ? (
      <div className={styles.portrait}>
        {portrait}
        {story}
      </div>
    ) : (
      story
    )}
    <div className={styles.passage}>
      <blockquote>
        <p className={styles.quote}>{about.quote}</p>
      </blockquote>
      {children}
    </div>
    <Subsection heading={about.principlesHeading} isBeside>
      <Entries entries={about.principles} list="ol" heading="h4" className={styles.principles} />
      <p className={buttonStyles.row}>
        <ScheduleLink className={buttonStyles.plain} source="about">
          {about.scheduleLabel}
        </ScheduleLink>
        <LearnMore />
      </p>
    </Subsection>
  </Section>
);
