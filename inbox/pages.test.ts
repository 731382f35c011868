import { expect, onTestFinished, test } from 'vitest';
import { site } from '#content/site.ts';
import { renderPage } from './pages.ts';

test('a page in Arabic is written from right to left (behavior 1.3)', () => {
  const { language } = site;
  onTestFinished(() => void Object.assign(site, { language }));
  Object.assign(site, { language: 'ar' });
  expect(String(renderPage({ title: 'A' }, '', false))).toContain('<html lang="ar" dir="rtl">');
});
