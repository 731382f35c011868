import { expertise } from '../.content/expertise.ts';
import { hero } from '../.content/hero.ts';
import { identity } from '../.content/identity.ts';
import { resources } from '../.content/resources.ts';
import { officeName } from '../model/identity-text.ts';
import type { Values } from './values.ts';

const positions = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

const inOrder = (values: readonly string[]): Values =>
  Object.fromEntries(values.map((value, index) => [positions[index] ?? index + 1, value]));

/** Returns the values that every document may name; `companion` is the id of the other paper in the catalogue. */
export const identityValues = (companion?: string): Values => {
  const other = resources.catalogue.find(({ id }) => id === companion);
  return {
    identity: {
      firm: identity.firm,
      person: identity.person,
      email: identity.email,
      office: officeName,
    },
    career: { from: String(Math.min(...expertise.timeline.map(({ from }) => from))) },
    claims: inOrder(hero.claims.map(({ figure }) => figure)),
    papers: inOrder(resources.catalogue.map(({ title }) => title)),
    ...(other && { companion: { title: other.title } }),
  };
};
