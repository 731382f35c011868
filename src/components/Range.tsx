import { site } from '#content/site.ts';

const dash = /(?<=\d)\s*(?:–|-(?=\s*\d))\s*(?=\S)/g;

/** A text such as “2–4 weeks”, but not “2-day”, with a word for the dash, which screen readers do not read aloud. */
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
