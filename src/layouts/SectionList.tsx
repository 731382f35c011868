import { site } from '#content/site.ts';

/** Links from another page to the sections of the home page. */
export const SectionList = ({ intro }: { intro: string }) => (
  <>
    <p>{intro}</p>
    <ul>
      {site.navigation.map(({ section, label }) => (
        <li key={section}>
          <a href={`/#${section}`}>{label}</a>
        </li>
      ))}
    </ul>
  </>
);
