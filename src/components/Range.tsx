import { site } from '#content/site.ts';

/** A text such as “2–4 weeks”, with other words for screen readers, which do not read the dash aloud. */
export const Range = ({ children }: { children: string }) => {
  const spoken = children.replaceAll(/(?<=\d)\s*[-–]\s*(?=\S)/g, ` ${site.labels.rangeTo} `);
  if (spoken === children) return children;
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
};
