import { caseStudies } from '#content/case-studies.ts';
import type { CaseStudies as Words } from '#content/schema/sections.ts';
import sectionStyles from '#src/components/Section.module.css';
import { Section } from '#src/components/Section.tsx';
import styles from './CaseStudies.module.css';

const { heading, intro, items, labels } = caseStudies;

const CaseStudy = ({ study }: { study: Words['items'][number] }) => {
  const { result } = study;
  return (
    <article className={styles.study}>
      <header className={styles.head}>
        <h3>{study.title}</h3>
        <p>{study.client}</p>
      </header>
      <div className={styles.result}>
        <p>
          <strong className={sectionStyles.number}>{result.figure}</strong> {result.measure}
        </p>
        <dl>
          <dt>{labels.baseline}</dt>
          <dd>{result.baseline}</dd>
          <dt>{labels.period}</dt>
          <dd>{result.period}</dd>
        </dl>
      </div>
      <div className={styles.story}>
        <h4>{labels.problem}</h4>
        <p>{study.problem}</p>
        <h4>{labels.work}</h4>
        <p>{study.work}</p>
      </div>
    </article>
  );
};

export const CaseStudies = () => (
  <Section id="case-studies" heading={heading} intro={<p>{intro}</p>}>
    <div className={styles.studies}>
      {items.map((study) => (
        <CaseStudy key={study.title} study={study} />
      ))}
    </div>
  </Section>
);
