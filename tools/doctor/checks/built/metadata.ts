import { indexedPages, pagePaths } from '#src/metadata/page-metadata.ts';
import { error, type Finding } from '../../finding.ts';
import { type Project, siteUrlOf } from '../../project.ts';
import { excerpt } from '../../strings.ts';

/** What a template leaves behind when a value was missing. */
const residue =
  /\bundefined\b|\[object \w+\]|\bNaN\b|\{(?:firm|person|email|office|minutes|field)\}/;

const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** What search engines, previews and tools read, as it was built. */
export const findBadMetadata = function* (project: Project): Generator<Finding> {
  const { built, today } = project;
  if (!built) return;
  const { origin } = siteUrlOf(project);
  const report = (name: string, field: string, message: string, fix: string) =>
    error(`${built.folder}/${name}`, field, message, fix);
  const rebuild = 'Build the site again: `npm run build`.';

  for (const { name, root } of built.pages) {
    const content = (property: string) =>
      root
        .querySelector(`meta[name="${property}"], meta[property="${property}"]`)
        ?.getAttribute('content') ?? '';
    const give = 'Give it one in content/site.ts, pages.';
    if (!root.querySelector('title')?.textContent.trim()) {
      yield report(name, 'title', 'The page has no title.', give);
    }
    if (!content('description').trim()) {
      yield report(name, 'meta description', 'The page has no description.', give);
    }
    const text = root.querySelector('body')?.textContent ?? '';
    const [left] = residue.exec(text) ?? [];
    if (left) {
      const around = excerpt(text.slice(Math.max(0, text.indexOf(left) - 20)));
      const fix = 'Find the text in content/ and fill in what is missing.';
      yield report(name, 'visible text', `A visitor reads “${left}”: “${around}”`, fix);
    }
    const image = content('og:image');
    if (image && URL.canParse(image)) {
      const { pathname, origin: imageOrigin } = new URL(image);
      if (imageOrigin === origin && !built.files.has(pathname)) {
        const fix = 'Run `npm run documents -- share-images`, then `npm run build`.';
        yield report(name, 'meta og:image', `The share picture ${pathname} is missing.`, fix);
      }
    }
    for (const script of root.querySelectorAll('script[type="application/ld+json"]')) {
      try {
        JSON.parse(script.textContent);
      } catch {
        const message = 'The structured data is no JSON; search engines will skip it.';
        yield report(name, 'script[type="application/ld+json"]', message, rebuild);
      }
    }
  }

  const sitemap = decode(built.files.get('/sitemap-0.xml'));
  for (const page of indexedPages) {
    const address = new URL(pagePaths[page], origin).href;
    if (!sitemap.includes(`<loc>${address}</loc>`)) {
      yield report('sitemap-0.xml', address, `The sitemap lacks ${address}.`, rebuild);
    }
  }
  if (/^disallow:\s*\/\s*$/im.test(decode(built.files.get('/robots.txt')))) {
    const message = 'robots.txt forbids search engines the whole site.';
    yield report('robots.txt', 'Disallow', message, 'Take the line out.');
  }

  const securityTxt = decode(built.files.get('/.well-known/security.txt'));
  const expires = /^Expires: (\S+)$/m.exec(securityTxt)?.[1] ?? '';
  if (!(new Date(expires) > today)) {
    yield report(
      '.well-known/security.txt',
      'Expires',
      expires ? `It expired on ${expires.slice(0, 10)}.` : 'It does not say until when it holds.',
      'Set securityTxtExpires in content/site.ts to a day within a year, and build again.',
    );
  }
};
