import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { officeName } from '#content/schema/identity-text.ts';
import type { Values } from './values.ts';

/** What every document may name; `companion` is the id of the other paper in the catalogue. */
export const identityValues = (companion?: string): Values => ({
  identity: {
    firm: identity.firm,
    person: identity.person,
    email: identity.email,
    office: officeName,
  },
  career: { from: String(Math.min(...expertise.timeline.map(({ from }) => from))) },
  claims: Object.fromEntries(
    ['first', 'second', 'third', 'fourth'].map((name, index) => [
      name,
      hero.claims[index]?.figure ?? '',
    ]),
  ),
  papers: {
    first: resources.catalogue[0]?.title ?? '',
    second: resources.catalogue[1]?.title ?? '',
  },
  companion: { title: resources.catalogue.find(({ id }) => id === companion)?.title ?? '' },
});
