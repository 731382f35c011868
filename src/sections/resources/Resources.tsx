import { resources } from '#content/resources.ts';
import { site } from '#content/site.ts';
import { newsletterFrame } from '#enquiry/newsletter-providers.ts';
import { coverPath, coverSize } from '#model/cover-path.ts';
import { fill } from '#model/fill.ts';
import type { Resource } from '#model/schema.ts';
import buttonStyles from '#src/components/Button.module.css';
import entriesStyles from '#src/components/Entries.module.css';
import { DownloadLink, ExternalLink } from '#src/components/links.tsx';
import sectionStyles from '#src/components/Section.module.css';
import { Section } from '#src/components/Section.tsx';
import { config } from '#src/config.ts';
import styles from './Resources.module.css';

const { labels, newsletter } = resources;

const frame = newsletterFrame(config.newsletterUrl);

// Our own page needs no sandbox (behavior 9.3), and browsers would warn that a frame of the same origin could
// remove it.
const sandbox = config.newsletterUrl.startsWith('/')
  ? undefined
  : 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox';

const NewsletterLink = ({ className }: { className?: string | undefined }) => (
  <p>
    <ExternalLink className={className} href={config.newsletterUrl}>
      {newsletter.linkLabel}
    </ExternalLink>
  </p>
);

const fileOf = ({ size }: Resource): string =>
  size ? `${labels.format} (${size.replace(' ', '\u00a0')})` : labels.format;

const plurals = new Intl.PluralRules(site.language);

/** Returns a text such as `1 page` or `32 pages`. */
const countOf = (pages: number): string => {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = labels.pages;
  const form = forms[plurals.select(pages)] ?? labels.pages.other;
  return fill(form, { pages: pages.toLocaleString(site.language) });
};

export const factsAbout = (resource: Resource): string => {
  const count = resource.pages > 0 ? [countOf(resource.pages)] : [];
  return [resources.categories[resource.category], ...count, fileOf(resource)].join(', ');
};

const ResourceCard = ({ resource, hasCover }: { resource: Resource; hasCover: boolean }) => (
  <article className={styles.card} aria-labelledby={`resource-${resource.id}-title`}>
    {hasCover && (
      // Empty, because the title has the same words.
      <img
        className={`${styles.cover} unprinted`}
        src={coverPath(resource)}
        alt=""
        loading="lazy"
        {...coverSize}
      />
    )}
    <div>
      <h3 id={`resource-${resource.id}-title`}>{resource.title}</h3>
      <p className="fine">{resource.description}</p>
      <p className="fine">{factsAbout(resource)}</p>
      <p className={`${styles.access} unprinted`}>
        <DownloadLink className={buttonStyles.plain} resource={resource.id}>
          {labels.access}
          <span className="visually-hidden">{` ${resource.title}, ${fileOf(resource)}`}</span>
        </DownloadLink>
      </p>
    </div>
  </article>
);

/** @param covered the ids of the papers that have a cover in `public/` */
export const Resources = ({ covered }: { covered: readonly string[] }) => (
  <Section id="resources" words={resources} intro={<p>{resources.intro}</p>}>
    {resources.catalogue.length > 0 && (
      <div className={`${entriesStyles.counted} ${entriesStyles.pairs} ${styles.cards}`}>
        {resources.catalogue.map((resource) => (
          <ResourceCard
            key={resource.id}
            resource={resource}
            hasCover={covered.includes(resource.id)}
          />
        ))}
      </div>
    )}
    {site.newsletter && (
      <div className={`${sectionStyles.split} ${styles.newsletter} unprinted`}>
        <div>
          <h3>{newsletter.heading}</h3>
          <p>{newsletter.text}</p>
          {frame && <NewsletterLink />}
        </div>
        {frame ? (
          <iframe
            className={sandbox ? styles.frame : `${styles.frame} ${styles.ownFrame}`}
            title={newsletter.frameTitle}
            src={frame.address}
            loading="lazy"
            sandbox={sandbox}
          />
        ) : (
          <NewsletterLink className={buttonStyles.plain} />
        )}
      </div>
    )}
  </Section>
);
