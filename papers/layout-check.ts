/** Words that overlap or leave their drawing. Runs in the page, so it uses nothing outside itself. */
export const overlappingWords = (): string[] => {
  const found: string[] = [];
  // In pixels: letters such as A may lean out of their own box.
  const slack = 1;
  for (const drawing of document.querySelectorAll('.drawing svg')) {
    const name = drawing.closest('.figure')?.id ?? 'a drawing';
    const frame = drawing.getBoundingClientRect();
    const words = [...drawing.querySelectorAll('text')].map((element) => ({
      text: element.textContent,
      box: element.getBoundingClientRect(),
    }));
    for (const [index, { text, box }] of words.entries()) {
      if (
        box.left < frame.left - slack ||
        box.right > frame.right + slack ||
        box.top < frame.top - slack ||
        box.bottom > frame.bottom + slack
      ) {
        found.push(`${name}: “${text}” is cut off at the edge`);
      }
      for (const other of words.slice(index + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Line boxes are taller than their letters, so they may overlap a little.
        if (across > 1 && down > 0.35 * Math.min(box.height, other.box.height)) {
          found.push(`${name}: “${text}” and “${other.text}” lie over one another`);
        }
      }
    }
  }
  return found;
};
