import { defineCollection } from 'astro:content';
import { legalTextLoader, legalTextSchema } from '#content/schema/legal.ts';

export const collections = {
  legal: defineCollection({ loader: legalTextLoader, schema: legalTextSchema }),
};
