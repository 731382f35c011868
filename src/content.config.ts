import { defineCollection } from 'astro:content';
import { pageTexts } from '#model/page-texts.ts';
import { servicesInUse } from '#src/services-in-use.ts';

export const collections = { pages: defineCollection({ loader: pageTexts(servicesInUse) }) };
