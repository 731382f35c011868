import type { Graph, Person, ProfessionalService, Service, WebSite } from 'schema-dts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { sectionIds } from '#model/sections.ts';
import { priceOf } from '#src/price.ts';

const isShown = sectionIds.includes('expertise');
const credentials = (isShown && expertise.credentials?.items) || [];
const languages = (isShown && expertise.languages?.items) || [];

/** Returns the home page's structured data (schema.org). Every text is also on the page. */
export const structuredData = (origin: string): Graph => {
  const url = (path: string): string => new URL(path, origin).href;
  const firmId = url('/#firm');
  const personId = url('/#person');

  const firm: ProfessionalService = {
    '@type': 'ProfessionalService',
    '@id': firmId,
    name: identity.firm,
    description: hero.lede,
    url: url('/'),
    logo: url('/logo.svg'),
    image: url('/share/home.png'),
    email: identity.email,
    telephone: identity.phone,
    address: {
      '@type': 'PostalAddress',
      addressLocality: identity.office.city,
      ...(identity.office.region && { addressRegion: identity.office.region }),
      addressCountry: identity.country,
    },
    founder: { '@id': personId },
  };
  const person: Person = {
    '@type': 'Person',
    '@id': personId,
    name: identity.person,
    jobTitle: identity.jobTitle,
    worksFor: { '@id': firmId },
    url: url(sectionIds.includes('about') ? '/#about' : '/'),
    knowsAbout: hero.tiles.map(({ title }) => title),
    ...(languages.length > 0 && { knowsLanguage: languages.map(({ language }) => language) }),
    ...(credentials.length > 0 && {
      hasCredential: credentials.map(({ title, issuer, year }) => ({
        '@type': 'EducationalOccupationalCredential',
        name: title,
        recognizedBy: { '@type': 'Organization', name: issuer },
        dateCreated: String(year),
      })),
    }),
    ...(identity.socialLinks.length > 0 && { sameAs: identity.socialLinks.map(({ url }) => url) }),
  };
  const website: WebSite = {
    '@type': 'WebSite',
    '@id': url('/#site'),
    name: identity.firm,
    url: url('/'),
    inLanguage: site.language,
    publisher: { '@id': firmId },
  };
  const offered = services.items.map(
    ({ id, title, summary, description, price, weeks: [minValue, maxValue] }): Service => ({
      '@type': 'Service',
      '@id': url(`/#service-${id}`),
      name: title,
      disambiguatingDescription: summary,
      description,
      provider: { '@id': firmId },
      offers: {
        '@type': 'Offer',
        // UN/CEFACT code of a week.
        ...(price && {
          priceSpecification: {
            '@type': 'PriceSpecification',
            [price.isStarting ? 'minPrice' : 'price']: price.amount,
            priceCurrency: site.currency,
            ...(price.per && { description: priceOf(price) }),
          },
        }),
        eligibleDuration: { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'WEE' },
      },
    }),
  );
  return {
    '@context': 'https://schema.org',
    '@graph': [firm, person, website, ...offered],
  };
};
