import { clients } from '#content/clients.ts';
import entriesStyles from '#src/components/Entries.module.css';
import { Section } from '#src/components/Section.tsx';
import styles from './Clients.module.css';

const { counted, pairs } = entriesStyles;

interface Logo {
  firm: string;
  src: string;
  width: number;
  height: number;
}

export const Clients = ({ logos }: { logos: readonly Logo[] }) => (
  <Section id="clients" words={clients}>
    {clients.words.length > 0 && (
      <ul className={`${counted} ${clients.words.length < 4 ? pairs : ''} ${styles.words}`}>
        {clients.words.map(({ text, name, role, firm }) => (
          <li key={text}>
            <figure>
              <blockquote>
                <p>{text}</p>
              </blockquote>
              <figcaption className="fine">
                <b>{name}</b> {role}, {firm}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    )}
    {logos.length > 0 && (
      <div className={`${styles.logos} unprinted`}>
        <h3>{clients.logosHeading}</h3>
        <ul>
          {logos.map(({ firm, ...picture }) => (
            <li key={firm}>
              <img alt={firm} loading="lazy" {...picture} />
            </li>
          ))}
        </ul>
      </div>
    )}
  </Section>
);
