import type { HTMLElement } from 'node-html-parser';
import type { Finding } from '../../finding.ts';
import type { Project } from '../../project.ts';

const isHidden = (element: HTMLElement): boolean =>
  element.closest('[aria-hidden=true]') !== null || element.getAttribute('aria-hidden') === 'true';

const hasName = (element: HTMLElement): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => element.getAttribute(name)?.trim()) ||
  element.querySelector('title') !== null;

/** Pictures and frames that say nothing to those who cannot see them (WCAG 2.2, 1.1.1 and 4.1.2). */
export const findMissingAlternatives = ({ built }: Project): Finding[] => {
  const findings: Finding[] = [];
  for (const page of built?.pages ?? []) {
    const report = (what: string, field: string, mend: string): void => {
      const file = `${built?.folder}/${page.name}`;
      findings.push({ severity: 'error', what, file, field, mend });
    };
    for (const image of page.root.querySelectorAll('img')) {
      const source = image.getAttribute('src') ?? '';
      const alternative = image.getAttribute('alt');
      if (alternative === undefined) {
        const mend = 'Say what it shows, or give it an empty alt when it only decorates.';
        report(`The picture ${source} has no alternative text.`, `img[src="${source}"]`, mend);
      } else if (alternative !== '' && /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alternative)) {
        const what = `The alternative text of ${source} is the name of a file: “${alternative}”.`;
        report(what, `img[src="${source}"]`, 'Say what the picture shows.');
      }
    }
    for (const drawing of page.root.querySelectorAll('svg')) {
      if (isHidden(drawing) || hasName(drawing)) continue;
      const what = 'A drawing is neither named nor hidden from screen readers.';
      report(what, 'svg', 'Give it an aria-label, or aria-hidden="true" when it only decorates.');
    }
    for (const frame of page.root.querySelectorAll('iframe')) {
      if (hasName(frame)) continue;
      const source = frame.getAttribute('src') ?? '';
      const mend = 'Say in its title what is in it: newsletter.frameTitle in content/resources.ts.';
      report(`The frame ${source} has no title.`, `iframe[src="${source}"]`, mend);
    }
  }
  return findings;
};
