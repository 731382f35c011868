import { defineCollection } from 'astro:content';
import { legalTextLoader, legalTextSchema } from '#content/schema/legal.ts';
import { servicesInUse } from '#src/services-in-use.ts';

export const collections = {
  legal: defineCollection({ loader: legalTextLoader(servicesInUse), schema: legalTextSchema }),
};
