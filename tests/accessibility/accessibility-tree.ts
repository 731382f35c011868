import type { Page } from '@playwright/test';

/** What Chromium shows a screen reader. */
export const readTree = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes;
};

type AccessibilityNode = Awaited<ReturnType<typeof readTree>>[number];

export const propertyOf = ({ properties = [] }: AccessibilityNode, property: string): unknown =>
  properties.find(({ name }) => name === property)?.value.value;

/** Text counts for its innermost live region. */
export const readLiveRegions = async (page: Page): Promise<{ live: string; text: string }[]> => {
  const nodes = await readTree(page);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isRegion = (node: AccessibilityNode): boolean =>
    ['alert', 'status'].includes(String(node.role?.value));
  const textOf = (node: AccessibilityNode): string[] =>
    (node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id);
      if (!child || isRegion(child)) return [];
      return child.role?.value === 'StaticText' ? [String(child.name?.value)] : textOf(child);
    });
  return nodes.filter(isRegion).map((node) => ({
    live: String(propertyOf(node, 'live')),
    text: textOf(node).join('').replace(/\s+/g, ' ').trim(),
  }));
};

export const readFocused = async (page: Page) => {
  const nodes = await readTree(page);
  const focused = nodes.filter((node) => propertyOf(node, 'focused') === true).at(-1);
  if (!focused) return null;
  return {
    role: String(focused.role?.value),
    name: String(focused.name?.value),
    expanded: propertyOf(focused, 'expanded'),
  };
};

export const readTexts = async (page: Page): Promise<string> =>
  (await readTree(page))
    .filter(({ role, ignored }) => role?.value === 'StaticText' && !ignored)
    .map(({ name }) => String(name?.value))
    .join(' ');
