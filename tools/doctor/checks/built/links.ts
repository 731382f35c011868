import type { HTMLElement } from 'node-html-parser';
import { isBackendPath } from '#inbox/paths.ts';
import { otherService } from '#model/vocabulary.ts';
import { parseSectionHash } from '#src/section-hash.ts';
import { error, type Finding } from '../../finding.ts';
import { type BuiltPage, type BuiltSite, type Project, siteUrlOf } from '../../project.ts';
import { excerpt } from '../../strings.ts';

const findFragmentMistake = (
  page: BuiltPage,
  hash: string,
  services: readonly string[],
): string | null => {
  if (hash === '' || hash === '#' || hash === '#top') return null;
  const section = parseSectionHash(hash);
  const id = section?.section ?? decodeURIComponent(hash.slice(1));
  const ids = page.root.querySelectorAll('[id]').map((element) => element.getAttribute('id'));
  if (!ids.includes(id)) return `nothing on ${page.path} has the id “${id}”`;
  const service = section?.query.get('service');
  const known = service == null || services.includes(service);
  return known ? null : `there is no service “${service}”`;
};

/** Null when the link works, or leaves the site. */
const findLinkMistake = (
  site: BuiltSite,
  page: BuiltPage,
  href: string,
  origin: string,
  services: readonly string[],
): string | null => {
  if (/^(?:mailto:[^@\s]+@[^@\s]+|tel:\+\d+)/i.test(href)) return null;
  if (!URL.canParse(href, origin + page.path)) return 'it is no address';
  const url = new URL(href, origin + page.path);
  if (!/^https?:$/.test(url.protocol)) return `${url.protocol} has nothing behind it`;
  if (url.origin !== origin || isBackendPath(url.pathname)) return null;
  const path = decodeURIComponent(url.pathname);
  const target = site.pages.find((other) => other.path === path);
  if (target) return findFragmentMistake(target, url.hash, services);
  return site.files.has(path) ? null : `the site has no ${path}`;
};

const labelOf = (element: HTMLElement): string =>
  excerpt(element.textContent || element.getAttribute('aria-label') || element.rawTagName, 40);

export const findBrokenLinks = function* (project: Project): Generator<Finding> {
  const { built } = project;
  if (!built) return;
  const { origin } = siteUrlOf(project);
  const { pages, services: offers } = project.content;
  const services = [...offers.items.map(({ id }) => id), otherService];
  const isText = ({ path }: BuiltPage) => pages.some(({ id }) => path === `/${id}`);
  for (const page of built.pages) {
    const file = `${built.folder}/${page.name}`;
    for (const link of page.root.querySelectorAll('a[href], area[href]')) {
      const href = link.getAttribute('href') ?? '';
      const mistake = findLinkMistake(built, page, href, origin, services);
      if (mistake) {
        yield error(
          file,
          `a[href="${href}"]`,
          `The link “${labelOf(link)}” to ${href || '(nothing)'} leads nowhere: ${mistake}.`,
          `Fix the address in ${isText(page) ? `content/pages${page.path}.md` : 'content/'}.`,
        );
      }
    }
    const others = page.root.querySelectorAll('img, script[src], link[href], source, iframe');
    for (const element of others) {
      const tag = element.rawTagName;
      for (const name of ['src', 'href']) {
        const address = element.getAttribute(name);
        if (address === undefined) continue;
        const mistake = findLinkMistake(built, page, address, origin, services);
        if (mistake) {
          const message = `<${tag}> wants ${address || '(nothing)'}, and ${mistake}.`;
          const fix = 'Build the site again; if it stays, the file is missing from public/.';
          yield error(file, `${tag} ${address}`, message, fix);
        }
      }
    }
  }
};
