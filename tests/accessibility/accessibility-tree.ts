import type { Page } from '@playwright/test';

/** The page as Chromium tells it to a screen reader. */

interface Property {
  name: string;
  value: { value?: unknown };
}

interface AccessibilityNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: unknown };
  name?: { value?: unknown };
  childIds?: string[];
  properties?: Property[];
}

const propertyOf = ({ properties = [] }: AccessibilityNode, name: string): unknown =>
  properties.find((property) => property.name === name)?.value.value;

const readTree = async (page: Page): Promise<AccessibilityNode[]> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes as AccessibilityNode[];
};

/** A live region: how it interrupts, and what stands in it. */
export interface LiveRegion {
  live: string;
  text: string;
}

/** All live regions, in the order of the page; text of a region inside another counts for that one. */
export const readLiveRegions = async (page: Page): Promise<LiveRegion[]> => {
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

/** What a screen reader is told of the control in focus. */
export const readFocused = async (
  page: Page,
): Promise<{ role: string; name: string; expanded: unknown } | null> => {
  const nodes = await readTree(page);
  const focused = nodes.filter((node) => propertyOf(node, 'focused') === true).at(-1);
  if (!focused) return null;
  return {
    role: String(focused.role?.value),
    name: String(focused.name?.value),
    expanded: propertyOf(focused, 'expanded'),
  };
};

/** All text that a screen reader comes by. */
export const readTexts = async (page: Page): Promise<string> =>
  (await readTree(page))
    .filter(({ role, ignored }) => role?.value === 'StaticText' && !ignored)
    .map(({ name }) => String(name?.value))
    .join(' ');
