import { site } from '#content/site.ts';

/** A text such as “2–4 weeks” as it is read aloud: screen readers say nothing for the dash. */
export const spokenRange = (text: string): string =>
  text.replaceAll(/(?<=\d)\s*[-–]\s*(?=\S)/g, ` ${site.labels.rangeTo} `);

/** Such a text for the eye and for the ear. */
export const Range = ({ children }: { children: string }) => {
  const spoken = spokenRange(children);
  if (spoken === children) return children;
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
};
