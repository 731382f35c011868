import type { ReactNode } from 'react';
import { about } from '#content/about.ts';
import buttonStyles from '#src/components/Button.module.css';
import { ScheduleLink } from '#src/components/links.tsx';
import { Section, Subsection } from '#src/components/Section.tsx';
import styles from './About.module.css';

const LearnMore = () =>
  about.learnMoreTarget ? (
    <a className={buttonStyles.secondary} href={about.learnMoreTarget}>
      {about.learnMoreLabel}
    </a>
  ) : (
    <button type="button" className={buttonStyles.secondary}>
      {about.learnMoreLabel}
    </button>
  );

const Story = () => (
  <div className={styles.story}>
    {about.story.map(({ title, text }) => (
      <div key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
  </div>
);

/** `children` is the portrait. */
export const About = ({ children }: { children?: ReactNode }) => (
  <Section id="about" className={styles.about} heading={about.heading}>
    {about.portrait ? (
      <div className={styles.portrait}>
        {children}
        <Story />
      </div>
    ) : (
      <Story />
    )}
    <blockquote className={styles.quote}>
      <p>{about.quote}</p>
    </blockquote>
    <Subsection heading={about.principlesHeading}>
      <ol className={styles.principles}>
        {about.principles.map(({ title, text }) => (
          <li key={title}>
            <h4>{title}</h4>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.actions}>
        <ScheduleLink source="about">{about.scheduleLabel}</ScheduleLink>
        <LearnMore />
      </p>
    </Subsection>
  </Section>
);
