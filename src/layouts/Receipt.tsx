import type { ReactNode } from 'react';
import { site } from '#content/site.ts';
import { receipt } from '#enquiry/form-services.ts';
import { sectionIds } from '#model/sections.ts';
import styles from './Prose.module.css';
import { Prose } from './Prose.tsx';

const { heading, text, unsent } = site.received;

const Either = ({ sent, otherwise }: { sent: ReactNode; otherwise: ReactNode }) => (
  <>
    <span className={styles.sent}>{sent}</span>
    <span className={styles.unsent}>{otherwise}</span>
  </>
);

/** Thanks visitors who sent a message without scripts. Only then does the address have a hash. */
export const Receipt = () => (
  <Prose
    id={receipt.id}
    heading={<Either sent={heading} otherwise={unsent.heading} />}
    summary={<Either sent={text} otherwise={unsent.text} />}
  >
    {sectionIds.includes('contact') && (
      <p className={styles.unsent}>
        <a href="/#contact">{unsent.write}</a>
      </p>
    )}
  </Prose>
);
