import { error, type Finding } from '../../finding.ts';
import type { Project } from '../../project.ts';
import { excerpt } from '../../strings.ts';

/** What a template leaves behind when a value was missing. */
const residue =
  /\bundefined\b|\[object \w+\]|\bNaN\b|\{(?:firm|person|email|office|minutes|field)\}/;

/** What the owner's texts become on a page: what was not filled in, and pictures without words. */
export const findBadTexts = function* ({ built }: Project): Generator<Finding> {
  for (const { name, root } of built?.pages ?? []) {
    const file = `${built?.folder}/${name}`;
    const text = root.querySelector('body')?.textContent ?? '';
    const [left] = residue.exec(text) ?? [];
    if (left) {
      const around = excerpt(text.slice(Math.max(0, text.indexOf(left) - 20)));
      const fix = 'Find the text in content/ and fill in what is missing.';
      yield error(file, 'visible text', `A visitor reads “${left}”: “${around}”`, fix);
    }
    for (const image of root.querySelectorAll('img')) {
      const source = image.getAttribute('src') ?? '';
      const alternative = image.getAttribute('alt');
      if (alternative !== undefined && !/\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alternative)) {
        continue;
      }
      const message = `The picture ${source} has no text alternative${alternative ? ` but a file’s name, “${alternative}”` : ''}.`;
      const fix = 'Say what it shows, or give it an empty alt when it only decorates.';
      yield error(file, `img[src="${source}"]`, message, fix);
    }
  }
};
