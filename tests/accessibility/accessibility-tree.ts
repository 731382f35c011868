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
