/** Runs in the page: wraps every text in elements of its own, as the translation of browsers does. */
export const translatePage = (): void => {
  const isText = (node: Node) =>
    node.nodeValue?.trim() && !node.parentElement?.closest('script, style, template, font');
  const texts: Node[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.nodeValue;
    text.parentNode?.replaceChild(outer, text);
  }
};
