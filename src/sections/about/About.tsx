import type { ReactNode } from 'react';
import { about } from '#content/about.ts';
import buttonStyles from '#src/components/Button.module.css';
import columns from '#src/components/Columns.module.css';
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

const Story = () => (
  <div className={`${columns.counted} ${styles.story}`}>
    {about.story.map(({ title, text }) => (
      <div key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
  </div>
);

/** `children` is the visitor's line. */
export const About = ({ portrait, children }: { portrait?: ReactNode; children?: ReactNode }) => (
  <Section id="about" className={styles.about} words={about}>
    {about.portrait ? (
      <div className={styles.portrait}>
        {portrait}
        <Story />
      </div>
    ) : (
      <Story />
    )}
    <div className={styles.passage}>
      <blockquote className={styles.quote}>
        <p>{about.quote}</p>
      </blockquote>
      {children}
    </div>
    <Subsection heading={about.principlesHeading} isBeside>
      <ol className={styles.principles}>
        {about.principles.map(({ title, text }) => (
          <li key={title}>
            <h4>{title}</h4>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.actions}>
        <ScheduleLink className={buttonStyles.plain} source="about">
          {about.scheduleLabel}
        </ScheduleLink>
        <LearnMore />
      </p>
    </Subsection>
  </Section>
);
