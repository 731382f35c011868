import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { headerPages } from '#model/pages.ts';
import { navigation, sectionIds } from '#model/sections.ts';
import buttonStyles from '#src/components/Button.module.css';
import { Icon } from '#src/components/Icon.tsx';
import { ScheduleLink } from '#src/components/links.tsx';
import { logoDrawing } from '#src/components/logo-drawing.ts';
import styles from './Header.module.css';

const Logo = () => {
  const { size, distributions, line } = logoDrawing;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={size} height={size} fill="none" aria-hidden="true">
      {distributions.map((d) => (
        <path key={d} d={d} stroke="currentColor" strokeWidth="2.25" />
      ))}
      <path d={line} stroke="var(--signal)" strokeWidth="2.75" />
    </svg>
  );
};

interface HeaderProps {
  /** The path before the hash in links to sections. */
  homePath: '' | '/';
}

const menuId = 'menu';

export const NavigationLinks = ({
  homePath,
  className,
}: HeaderProps & { className?: string | undefined }) => (
  <ul className={className}>
    {navigation.map(({ section, label }) => (
      <li key={section}>
        <a href={`${homePath}#${section}`}>{label}</a>
      </li>
    ))}
    {headerPages.map(({ id, title }) => (
      <li key={id}>
        <a href={`/${id}`}>{title}</a>
      </li>
    ))}
  </ul>
);

/** The header of every page; `follow-header.ts` has its script. */
export const Header = ({ homePath }: HeaderProps) => {
  // Only on the home page, because on others the page would change, and the notice with the options would be lost.
  const fallback = homePath === '' && sectionIds.includes('contact') ? '#contact' : undefined;
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a className={styles.logo} href={homePath === '' ? '#hero' : '/'}>
          <Logo />
          <span className={styles.name}>{identity.firm}</span>
          {homePath === '' && <span className="visually-hidden"> {site.labels.logo}</span>}
        </a>
        <nav className={`${styles.wide} unprinted`} aria-label={site.labels.navigation}>
          <NavigationLinks homePath={homePath} className={styles.links} />
        </nav>
        <ScheduleLink
          className={`${buttonStyles.secondary} ${styles.schedule} unprinted`}
          source="header"
          fallback={fallback}
        />
        {/* ARIA in HTML forbids aria-expanded beside popovertarget. */}
        <button
          type="button"
          className={`${buttonStyles.small} ${styles.menuButton} unprinted`}
          popoverTarget={menuId}
          aria-controls={menuId}
        >
          <span data-menu="closed">
            <Icon name="menu" size={22} />
            {site.labels.menu}
          </span>
          <span data-menu="open">
            <Icon name="close" size={22} />
            {site.labels.closeMenu}
          </span>
        </button>
      </div>
      <div id={menuId} popover="auto" className={`${styles.menu} unprinted`}>
        <nav aria-label={site.labels.menu}>
          <NavigationLinks homePath={homePath} className={styles.links} />
        </nav>
        <ScheduleLink source="menu" fallback={fallback} />
      </div>
    </header>
  );
};
