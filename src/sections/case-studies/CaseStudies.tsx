import { caseStudies } from '#content/case-studies.ts';
import type { CaseStudies as Words } from '#model/schema.ts';
import sectionStyles from '#src/components/Section.module.css';
import { Section } from '#src/components/Section.tsx';
import styles from './CaseStudies.module.css';

const { intro, items, labels } = caseStudies;

const CaseStudy = ({ id, study }: { id: string; study: Words['items'][number] }) => {
  const { result } = study;
  return (
    <article className={styles.study} aria-labelledby={id}>
      <div>
        <h3 id={id}>{study.title}</h3>
        <p>{study.client}</p>
        <p className={styles.result}>
          <strong className={sectionStyles.number}>{result.figure}</strong> {result.measure}
        </p>
        <dl className={styles.figures}>
          <dt>{labels.baseline}</dt>
          <dd>{result.baseline}</dd>
          <dt>{labels.period}</dt>
          <dd>{result.period}</dd>
        </dl>
      </div>
      <div>
        <h4>{labels.problem}</h4>
        <p>{study.problem}</p>
        <h4>{labels.work}</h4>
        <p>{study.work}</p>
      </div>
    </article>
  );
};

export const CaseStudies = () => (
  <Section id="case-studies" words={caseStudies} intro={<p>{intro}</p>}>
    <div className={styles.studies}>
      {items.map((study, index) => (
        <CaseStudy key={study.title} id={`case-${index + 1}`} study={study} />
      ))}
    </div>
  </Section>
);
