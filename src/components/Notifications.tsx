import { notificationLabels as labels } from '#content/messages.ts';
import buttonStyles from './Button.module.css';
import { Icon } from './Icon.tsx';
import styles from './Notifications.module.css';

/** The containers of the notifications, and their template; `src/notifications/notify.ts` fills them. */
export const Notifications = () => (
  <section className={`${styles.region} unprinted`} data-notifications>
    {/* For notices that take the focus, which announces them: a live region would repeat them. */}
    <div />
    {/* Live regions must be in the page before their text (behavior 10.11). */}
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
