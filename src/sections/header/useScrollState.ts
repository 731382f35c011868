import { type RefObject, useEffect, useState } from 'react';

/** Pixels (behavior 2.4). */
const solidThreshold = 10;

const currentSectionMargin = 100;

const findCurrentSection = (line: number): string | null =>
  [...document.querySelectorAll('main > section')].findLast(
    (section) => section.getBoundingClientRect().top <= line,
  )?.id ?? null;

/** Whether the page is scrolled (null until known), and the section being read (behavior 2.4). */
export const useScrollState = (header: RefObject<HTMLElement | null>) => {
  const [isScrolled, setScrolled] = useState<boolean | null>(null);
  const [currentSection, setCurrentSection] = useState<string | null>(null);

  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const height = header.current?.getBoundingClientRect().height ?? 0;
      setScrolled(window.scrollY > solidThreshold);
      setCurrentSection(findCurrentSection(height + currentSectionMargin));
    };
    const onScroll = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
    };
  }, [header]);

  return { isScrolled, currentSection };
};
