import styles from './Entries.module.css';

interface EntriesProps {
  entries: readonly { title: string; text: string }[];
  heading?: 'h2' | 'h3' | 'h4';
  list?: 'ul' | 'ol' | 'div';
  className: string | undefined;
}

/** A list of titles, each with a text. */
export const Entries = ({
  entries,
  heading: Heading = 'h3',
  list: List = 'ul',
  className,
}: EntriesProps) => {
  const Entry = List === 'div' ? 'div' : 'li';
  return (
    entries.length > 0 && (
      <List className={`${styles.entries} ${className}`}>
        {entries.map(({ title, text }) => (
          <Entry key={title}>
            <Heading>{title}</Heading>
            <p>{text}</p>
          </Entry>
        ))}
      </List>
    )
  );
};
