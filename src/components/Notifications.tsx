import { notificationLabels as labels } from '#content/messages.ts';
import buttonStyles from './Button.module.css';
import { Icon } from './Icon.tsx';
import styles from './Notifications.module.css';

/** The places of the notifications, and the template of one; `src/notifications/notify.ts` fills them. */
export const Notifications = () => (
  <section className={styles.region} data-notifications>
    {/* For those that take the focus, which announces them: a live region would repeat them. */}
    <div />
    {/* Live regions are in the page before their words (behavior 10.11). */}
    <div role="alert" aria-live="assertive" aria-atomic="false" />
    <div role="status" aria-atomic="false" />
    <template>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields */}
      <div className={styles.card} role="group" tabIndex={-1}>
        <p className={styles.text} />
        <ul className={buttonStyles.options} />
        <button type="button" className={styles.dismiss} aria-label={labels.dismiss}>
          <Icon name="close" size={18} />
        </button>
      </div>
    </template>
  </section>
);
