import { error, type Finding } from '../../finding.ts';
import { type Project, siteUrlOf } from '../../project.ts';
import { excerpt } from '../../strings.ts';

/** What a template leaves behind when a value was missing. */
const residue =
  /\bundefined\b|\[object \w+\]|\bNaN\b|\{(?:firm|person|email|office|minutes|field)\}/;

export const findBadMetadata = function* (project: Project): Generator<Finding> {
  const { built } = project;
  if (!built) return;
  const { origin } = siteUrlOf(project);
  const report = (name: string, field: string, message: string, fix: string) =>
    error(`${built.folder}/${name}`, field, message, fix);

  for (const { name, root } of built.pages) {
    const content = (property: string) =>
      root
        .querySelector(`meta[name="${property}"], meta[property="${property}"]`)
        ?.getAttribute('content') ?? '';
    const give = 'Give it one in content/pages/, or in content/site.yaml for the home page.';
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
        const fix = 'Run `npm run share-images`, then `npm run build`.';
        yield report(name, 'meta og:image', `The share picture ${pathname} is missing.`, fix);
      }
    }
  }

  const robots = new TextDecoder().decode(built.files.get('/robots.txt'));
  if (/^disallow:\s*\/\s*$/im.test(robots)) {
    const message = 'robots.txt forbids search engines the whole site.';
    yield report('robots.txt', 'Disallow', message, 'Take the line out.');
  }
};
