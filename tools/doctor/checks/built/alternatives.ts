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
    const report = (message: string, field: string, fix: string): void => {
      const file = `${built?.folder}/${page.name}`;
      findings.push({ severity: 'error', message, file, field, fix });
    };
    for (const image of page.root.querySelectorAll('img')) {
      const source = image.getAttribute('src') ?? '';
      const alternative = image.getAttribute('alt');
      if (alternative === undefined) {
        const fix = 'Say what it shows, or give it an empty alt when it only decorates.';
        report(`The picture ${source} has no alternative text.`, `img[src="${source}"]`, fix);
      } else if (alternative !== '' && /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alternative)) {
        const message = `The alternative text of ${source} is the name of a file: “${alternative}”.`;
        report(message, `img[src="${source}"]`, 'Say what the picture shows.');
      }
    }
    for (const drawing of page.root.querySelectorAll('svg')) {
      if (isHidden(drawing) || hasName(drawing)) continue;
      const message = 'A drawing is neither named nor hidden from screen readers.';
      report(
        message,
        'svg',
        'Give it an aria-label, or aria-hidden="true" when it only decorates.',
      );
    }
    for (const frame of page.root.querySelectorAll('iframe')) {
      if (hasName(frame)) continue;
      const source = frame.getAttribute('src') ?? '';
      const fix = 'Say in its title what is in it: newsletter.frameTitle in content/resources.ts.';
      report(`The frame ${source} has no title.`, `iframe[src="${source}"]`, fix);
    }
  }
  return findings;
};
