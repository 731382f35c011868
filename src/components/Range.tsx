import { site } from '#content/site.ts';

const dash = /(?<=\d)\s*(?:–|-(?=\s*\d))\s*(?=\S)/g;

/** Replaces the dash of “2–4 weeks”, but not of “2-day”, with a word, because screen readers skip dashes. */
export const Range = ({ children }: { children: string }) => {
  const spoken = children.replaceAll(dash, ` ${site.labels.rangeTo} `);
  if (spoken === children) return children;
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
};
