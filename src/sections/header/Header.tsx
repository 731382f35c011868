import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { identity } from '#content/identity.ts';
import type { Navigation } from '#content/schema/sections.ts';
import { site } from '#content/site.ts';
import buttonStyles from '#src/components/Button.module.css';
import { island } from '#src/components/island.tsx';
import { Logo } from '#src/components/Logo.tsx';
import { ScheduleLink } from '#src/components/links.tsx';
import styles from './Header.module.css';
import { useScrollState } from './useScrollState.ts';

interface HeaderProps {
  /** Before the hash in links to sections. */
  homePath: '' | '/';
  /** Given, so that the words of all sections stay out of the scripts. */
  navigation: Navigation;
}

const menuId = 'menu';

const NavigationLinks = ({
  homePath,
  navigation,
  current,
}: HeaderProps & { current: string | null }) => (
  <ul className={styles.links}>
    {navigation.map(({ section, label }) => (
      <li key={section}>
        <a
          href={`${homePath}#${section}`}
          aria-current={current === section ? 'location' : undefined}
        >
          {label}
        </a>
      </li>
    ))}
  </ul>
);

const SiteHeader = ({ homePath, navigation }: HeaderProps) => {
  const header = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  // Leaving another page for the contact section would lose the options shown.
  const fallback = homePath === '' ? '#contact' : undefined;
  const { isScrolled, currentSection } = useScrollState(header);
  // ARIA in HTML forbids aria-expanded beside popovertarget.
  const [isMenuOpen, setMenuOpen] = useState(false);

  useEffect(() => {
    setMenuOpen(menu.current?.matches(':popover-open') ?? false);
    // As in Header.module.css.
    const wide = window.matchMedia('(min-width: 64rem)');
    const closeWhenWide = () => {
      if (wide.matches) menu.current?.hidePopover?.();
    };
    wide.addEventListener('change', closeWhenWide);
    return () => wide.removeEventListener('change', closeWhenWide);
  }, []);

  return (
    <header
      ref={header}
      className={styles.header}
      data-solid={isScrolled === null ? undefined : isScrolled || isMenuOpen}
    >
      <div className={styles.bar}>
        <a className={styles.logo} href={homePath === '' ? '#hero' : '/'}>
          <Logo className={styles.mark} />
          <span className={styles.name}>{identity.firm}</span>
          {homePath === '' && <span className="visually-hidden"> {site.labels.logo}</span>}
        </a>
        <nav className={styles.wide} aria-label={site.labels.navigation}>
          <NavigationLinks homePath={homePath} navigation={navigation} current={currentSection} />
        </nav>
        <ScheduleLink
          className={`${buttonStyles.secondary} ${styles.schedule}`}
          source="header"
          fallback={fallback}
        />
        <button
          type="button"
          className={styles.menuButton}
          popoverTarget={menuId}
          aria-controls={menuId}
        >
          {isMenuOpen ? <X size={22} /> : <Menu size={22} />}
          {isMenuOpen ? site.labels.closeMenu : site.labels.menu}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are the controls */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard clicks links, too */}
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className={styles.menu}
        onToggle={(event) => setMenuOpen(event.newState === 'open')}
        onClick={({ currentTarget, target }) => {
          if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // The menu would hide the focus.
          const isInside = currentTarget.parentElement?.contains(relatedTarget);
          if (relatedTarget && !isInside) currentTarget.hidePopover();
        }}
      >
        <nav aria-label={site.labels.menu}>
          <NavigationLinks homePath={homePath} navigation={navigation} current={currentSection} />
        </nav>
        <ScheduleLink source="menu" fallback={fallback} />
      </div>
    </header>
  );
};

export const Header = island('header', SiteHeader);
