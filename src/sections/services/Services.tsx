import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import type { Service } from '#model/schema.ts';
import { sectionIds } from '#model/sections.ts';
import buttonStyles from '#src/components/Button.module.css';
import disclosureStyles from '#src/components/Disclosure.module.css';
import entriesStyles from '#src/components/Entries.module.css';
import { Entries } from '#src/components/Entries.tsx';
import { DownloadLink, ScheduleLink } from '#src/components/links.tsx';
import { Range } from '#src/components/Range.tsx';
import sectionStyles from '#src/components/Section.module.css';
import { Section, Subsection } from '#src/components/Section.tsx';
import { sectionHash } from '#src/links.ts';
import { priceOf } from '#src/price.ts';
import styles from './Services.module.css';

const { labels, approach, banner, capacity = [] } = services;
const { counted, small } = entriesStyles;

/** A duration on a scale of one year; the vertical line marks its end. */
const DurationBar = ({ weeks: [least, most] }: { weeks: Service['weeks'] }) => (
  <svg className={styles.bar} viewBox="0 0 52 4" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 2H52M0 1V3M13 1.5V2.5M26 1.5V2.5M39 1.5V2.5M52 1V3" />
    <path className={styles.most} d={`M0 2H${most}`} />
    <path className={styles.least} d={`M0 2H${least}`} />
    <path className={styles.end} d={`M${most} 0V4`} />
  </svg>
);

const ServiceCard = ({ service }: { service: Service }) => (
  <details className={`${disclosureStyles.disclosure} ${styles.card}`}>
    <summary aria-describedby={`service-${service.id}-teaser`}>
      <h3>{service.title}</h3>
      {/* The accessible description; without aria-hidden, it would be part of a name of thirty words. */}
      <span
        id={`service-${service.id}-teaser`}
        aria-hidden="true"
        className={`${styles.teaser} unprinted`}
      >
        {service.summary}
      </span>
      <span className={styles.duration}>
        <span className="visually-hidden">{labels.duration}: </span>
        <Range>{service.duration}</Range>
        <DurationBar weeks={service.weeks} />
        {service.price && (
          <span className={styles.price}>
            <span className="visually-hidden">{labels.price}: </span>
            {priceOf(service.price)}
          </span>
        )}
      </span>
    </summary>
    <div className={styles.detail}>
      <div className={styles.description}>
        <p>{service.description}</p>
        <p className={`${buttonStyles.row} ${styles.actions}`}>
          {sectionIds.includes('contact') && (
            <a
              className={buttonStyles.secondary}
              href={sectionHash('contact', { service: service.id })}
            >
              {labels.discuss}
              <span className="visually-hidden"> {service.title}</span>
            </a>
          )}
          <ScheduleLink
            className={buttonStyles.plain}
            source={`service ${service.id}`}
            service={service.title}
            minutes={service.consultation}
          >
            {fill(labels.book, { minutes: String(service.consultation) })}
          </ScheduleLink>
        </p>
      </div>
      <div>
        <h4 className="unprinted">{labels.deliverables}</h4>
        <ul className={styles.deliverables}>
          {service.deliverables.map((deliverable) => (
            <li key={deliverable}>{deliverable}</li>
          ))}
        </ul>
      </div>
    </div>
  </details>
);

export const Services = () => (
  <Section id="services" words={services} intro={<p className="unprinted">{services.intro}</p>}>
    <div className={`${styles.scale} fine unprinted`} aria-hidden="true">
      <p className={styles.latest}>{labels.end}</p>
      <p>
        <span>{labels.scale[0]}</span>
        <span>{labels.scale[1]}</span>
      </p>
    </div>
    <div>
      {services.items.map((service) => (
        <ServiceCard key={service.id} service={service} />
      ))}
    </div>
    <Subsection heading={approach.heading}>
      <Entries
        entries={approach.steps}
        list="ol"
        heading="h4"
        className={`${counted} ${small} ${styles.steps}`}
      />
    </Subsection>
    <Entries entries={capacity} list="div" className={`${small} ${sectionStyles.split}`} />
    <div className={`${sectionStyles.split} ${styles.banner} unprinted`}>
      <h3>{banner.heading}</h3>
      <div>
        <p>{banner.text}</p>
        {(site.booking || site.resources) && (
          <p className={`${buttonStyles.row} ${styles.actions}`}>
            <ScheduleLink className={buttonStyles.plain} source="services banner">
              {banner.scheduleLabel}
            </ScheduleLink>
            {site.resources && banner.caseStudiesResource && (
              <DownloadLink className={buttonStyles.plain} resource={banner.caseStudiesResource}>
                {banner.caseStudiesLabel}
              </DownloadLink>
            )}
          </p>
        )}
      </div>
    </div>
  </Section>
);
