import type { HTMLElement } from 'node-html-parser';
import { serviceTypes } from '#content/schema/vocabulary.ts';
import { isBackendPath } from '#inbox/paths.ts';
import { parseSectionHash } from '#src/section-hash.ts';
import type { Finding } from '../../finding.ts';
import { type BuiltPage, type BuiltSite, type Project, siteUrlOf } from '../../project.ts';
import { contentStrings, excerpt } from '../../strings.ts';

/** The page at an address of the site, if there is one. */
const pageAt = ({ pages }: BuiltSite, path: string): BuiltPage | undefined =>
  pages.find((page) => page.path === path);

const sourceOf = (page: BuiltPage): string =>
  ['/terms', '/privacy'].includes(page.path) ? `content${page.path}.md` : 'content/';

const idsOf = (page: BuiltPage): Set<string> =>
  new Set(page.root.querySelectorAll('[id]').map((element) => element.getAttribute('id') ?? ''));

const findFragmentMistake = (page: BuiltPage, hash: string): string | null => {
  if (hash === '' || hash === '#' || hash === '#top') return null;
  const section = parseSectionHash(hash);
  const id = section?.section ?? decodeURIComponent(hash.slice(1));
  if (!idsOf(page).has(id)) return `nothing on ${page.path} has the id “${id}”`;
  const service = section?.query.get('service');
  const known = service == null || (serviceTypes as readonly string[]).includes(service);
  return known ? null : `there is no service “${service}”`;
};

/** Why a link leads nowhere; null when it leads somewhere, or out of the site. */
const findLinkMistake = (
  site: BuiltSite,
  page: BuiltPage,
  href: string,
  origin: string,
): string | null => {
  if (/^(?:mailto:[^@\s]+@[^@\s]+|tel:\+\d+)/i.test(href)) return null;
  if (!URL.canParse(href, origin + page.path)) return 'it is no address';
  const url = new URL(href, origin + page.path);
  if (!/^https?:$/.test(url.protocol)) return `${url.protocol} has nothing behind it`;
  if (url.origin !== origin || isBackendPath(url.pathname)) return null;
  const path = decodeURIComponent(url.pathname);
  const target = pageAt(site, path);
  if (target) return findFragmentMistake(target, url.hash);
  return site.files.has(path) ? null : `the site has no ${path}`;
};

const labelOf = (element: HTMLElement): string =>
  excerpt(element.textContent || element.getAttribute('aria-label') || element.rawTagName, 40);

/** Links, and whatever else names an address, that lead nowhere. */
export const findBrokenLinks = (project: Project): Finding[] => {
  const { built } = project;
  if (!built) return [];
  const { origin } = siteUrlOf(project);
  const findings: Finding[] = [];
  for (const page of built.pages) {
    const file = `${built.folder}/${page.name}`;
    for (const link of page.root.querySelectorAll('a[href], area[href]')) {
      const href = link.getAttribute('href') ?? '';
      const mistake = findLinkMistake(built, page, href, origin);
      if (mistake) {
        findings.push({
          severity: 'error',
          message: `The link “${labelOf(link)}” to ${href || '(nothing)'} leads nowhere: ${mistake}.`,
          file,
          field: `a[href="${href}"]`,
          fix: `Fix the address in ${sourceOf(page)}.`,
        });
      }
    }
    for (const element of page.root.querySelectorAll(
      'img, script[src], link[href], source, iframe',
    )) {
      const tag = element.rawTagName;
      const attributes = [element.getAttribute('src'), element.getAttribute('href')];
      for (const address of attributes.filter((value) => value !== undefined)) {
        const mistake = findLinkMistake(built, page, address, origin);
        if (mistake) {
          findings.push({
            severity: 'error',
            message: `<${tag}> wants ${address || '(nothing)'}, and ${mistake}.`,
            file,
            field: `${tag} ${address}`,
            fix: 'Build the site again; if it stays, the file is missing from public/.',
          });
        }
      }
    }
  }
  return findings;
};

/**
 * Addresses in the built pages that are not encrypted. Those that come from the content or the
 * configuration are reported there.
 */
export const findOpenAddresses = (project: Project): Finding[] => {
  const { built } = project;
  if (!built) return [];
  const known = [
    ...[...contentStrings(project)].map(({ text }) => text),
    ...Object.values(project.environment),
  ].join(' ');
  const { origin } = siteUrlOf(project);
  return built.pages.flatMap((page) =>
    page.root
      .querySelectorAll('[href], [src], [action], [content]')
      .flatMap((element): Finding[] => {
        const found = ['href', 'src', 'action', 'content'].flatMap((name) => {
          const value = element.getAttribute(name) ?? '';
          const isOpen = /^http:\/\//i.test(value) && !value.startsWith(origin);
          return isOpen && !known.includes(value) ? [[name, value]] : [];
        });
        return found.map(([name, value]) => ({
          severity: 'error',
          message: `${value} is not encrypted.`,
          file: `${built.folder}/${page.name}`,
          field: `${element.rawTagName} ${name}`,
          fix: 'Find where it comes from, in src/, and use its https address.',
        }));
      }),
  );
};
