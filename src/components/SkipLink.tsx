import { site } from '#content/site.ts';
import styles from './SkipLink.module.css';

export const SkipLink = () => (
  <a className={styles.skipLink} href="#content">
    {site.labels.skipLink}
  </a>
);
