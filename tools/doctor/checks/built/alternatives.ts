import type { HTMLElement } from 'node-html-parser';
import { error, type Finding } from '../../finding.ts';
import type { Project } from '../../project.ts';

const hasName = (element: HTMLElement): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => element.getAttribute(name)?.trim()) ||
  element.querySelector('title') !== null;

/** Pictures and frames without a text alternative (WCAG 2.2, 1.1.1 and 4.1.2). */
export const findMissingAlternatives = function* ({ built }: Project): Generator<Finding> {
  for (const { name, root } of built?.pages ?? []) {
    const file = `${built?.folder}/${name}`;
    for (const image of root.querySelectorAll('img')) {
      const source = image.getAttribute('src') ?? '';
      const field = `img[src="${source}"]`;
      const alternative = image.getAttribute('alt');
      if (alternative === undefined) {
        const fix = 'Say what it shows, or give it an empty alt when it only decorates.';
        yield error(file, field, `The picture ${source} has no alternative text.`, fix);
      } else if (/\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alternative)) {
        const message = `The alternative text of ${source} is the name of a file: “${alternative}”.`;
        yield error(file, field, message, 'Say what the picture shows.');
      }
    }
    for (const drawing of root.querySelectorAll('svg')) {
      if (drawing.closest('[aria-hidden=true]') || hasName(drawing)) continue;
      const message = 'A drawing is neither named nor hidden from screen readers.';
      const fix = 'Give it an aria-label, or aria-hidden="true" when it only decorates.';
      yield error(file, 'svg', message, fix);
    }
    for (const frame of root.querySelectorAll('iframe')) {
      if (hasName(frame)) continue;
      const source = frame.getAttribute('src') ?? '';
      const fix =
        'Say in its title what is in it: resources.newsletter.frameTitle in content/words/.';
      yield error(file, `iframe[src="${source}"]`, `The frame ${source} has no title.`, fix);
    }
  }
};
