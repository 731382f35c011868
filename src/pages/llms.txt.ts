import type { APIRoute } from 'astro';
import { llmsText } from '#src/metadata/llms-txt.ts';

export const GET: APIRoute = ({ site }) => new Response(llmsText(String(site)));
