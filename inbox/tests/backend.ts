import { html } from 'hono/html';

export const asHtml = (text: string): string => String(html`${text}`);
