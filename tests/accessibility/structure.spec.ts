import { site } from '../../content/site.ts';
import { expect, type Page, test } from '../fixtures.ts';
import { states } from './states.ts';

// WCAG 2.4.2, 2.4.6, 2.5.3, 3.1.1.

const controlRoles = new Set(['button', 'link', 'textbox', 'combobox', 'slider', 'checkbox']);

/** The controls in the accessibility tree, each with the label that it shows. */
const readControls = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const controls: { role: string; name: string; label: string }[] = [];
  for (const { role, name, backendDOMNodeId, ignored } of nodes) {
    if (ignored || !controlRoles.has(String(role?.value)) || backendDOMNodeId === undefined)
      continue;
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId ?? '',
      returnByValue: true,
      functionDeclaration: `function () {
        const labels = this.labels ? [...this.labels] : [];
        const shown = labels.length > 0 ? labels[0] : this.matches('input, select, textarea') ? null : this;
        if (!shown) return '';
        const copy = shown.cloneNode(true);
        const copies = copy.querySelectorAll('*');
        for (const [index, part] of shown.querySelectorAll('*').entries()) {
          const isShown = part.checkVisibility() && !part.matches('.visually-hidden, [aria-hidden=true], svg');
          if (!isShown) copies[index].remove();
        }
        return copy.textContent.replace(/\\s+/g, ' ').trim();
      }`,
    });
    const label = String(result.value);
    controls.push({ role: String(role?.value), name: String(name?.value ?? ''), label });
  }
  await session.detach();
  return controls;
};

for (const { name, reach } of states) {
  test(`headings, language, title and names are in order: ${name}`, async ({
    page,
    context,
    allowConsole,
    site: server,
  }) => {
    await reach({ page, context, allowConsole, site: server });
    await expect(page.locator('html')).toHaveAttribute('lang', site.language);
    await expect(page).toHaveTitle(/\S/);
    await expect(page.locator('main')).toHaveCount(1);

    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => Number(one.tagName.slice(1))),
      );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0), `heading ${index} of ${levels}`).toBeLessThanOrEqual(
        1,
      );
    }

    const doubled = await page
      .locator('nav')
      .evaluateAll((all) =>
        all
          .filter((one) => one.querySelector('h2, h3, h4')?.textContent === one.ariaLabel)
          .map(({ ariaLabel }) => ariaLabel),
      );
    expect.soft(doubled, 'landmarks whose name is said again by their heading').toEqual([]);

    const controls = await readControls(page);
    const unnamed = controls.filter((control) => control.name === '');
    expect.soft(unnamed, 'controls without a name').toEqual([]);
    const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
    const other = controls.filter((control) => !plain(control.name).includes(plain(control.label)));
    expect.soft(other, 'names without what is shown').toEqual([]);

    // Whoever reads line by line would have it letter by letter.
    const broken = await page.locator('.visually-hidden').evaluateAll((all) =>
      all
        .filter((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1;
        })
        .map(({ textContent }) => textContent),
    );
    expect.soft(broken, 'unseen text of several lines').toEqual([]);
  });
}
