import {
  type ComponentType,
  createElement,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react';
import { hydrateRoot } from 'react-dom/client';
import { logError, messageOf } from '#src/log.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers the values and the focus of an island's fields.
 * @returns a function that restores them in the fields that replaced the old ones
 */
const rememberFields = (container: Element): (() => void) => {
  const controls = () => [...container.querySelectorAll<Control>('input, textarea, select')];
  const before = controls();
  const focused = document.activeElement;
  return () => {
    const after = controls();
    for (const old of before) {
      // By id and name, because browser extensions add fields.
      const twin = after.find(
        ({ localName, id, name }) =>
          localName === old.localName && id === old.id && name === old.name,
      );
      if (old.isConnected || !twin) continue;
      twin.value = old.value;
      if (old !== focused) continue;
      twin.focus({ preventScroll: true });
      if ('setSelectionRange' in old && old.selectionStart !== null) {
        (twin as typeof old).setSelectionRange(old.selectionStart, old.selectionEnd);
      }
    }
  };
};

/**
 * Handles HTML that translation or an extension has changed: React renders the island from scratch instead of
 * hydrating it. Typed text and the focus are kept.
 */
const Adopted = ({ container, children }: { container: Element; children?: ReactNode }) => {
  const [restore] = useState(() => rememberFields(container));
  useLayoutEffect(restore, [restore]);
  return children;
};

/**
 * Translation and extensions also move and remove nodes of a hydrated island. React would remove the whole
 * island when it updates such a node (github.com/facebook/react/issues/11538).
 */
const tolerateMovedNodes = (): void => {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <Inserted extends Node>(
    node: Inserted,
    next: Node | null,
  ) {
    let place = next;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as Inserted;
  };
  Node.prototype.removeChild = <Removed extends Node>(child: Removed) =>
    (child.parentNode ? removeChild.call(child.parentNode, child) : child) as Removed;
};
if (!import.meta.env.SSR) tolerateMovedNodes();

/** Logs an error from which React recovered, so that visitors see nothing of it. */
const onRecoverableError = (cause: unknown): void => {
  const message = messageOf(cause);
  logError({ type: 'javascript_error', message, context: 'hydration' });
  console.warn(message);
};

/** Replaces Astro's client renderer for React, for islands without slots. */
const renderer =
  (island: HTMLElement) =>
  (Island: ComponentType<object>, props: object): void => {
    if (!island.hasAttribute('ssr')) return;
    const identifierPrefix = island.getAttribute('prefix') ?? '';
    const element = createElement(Adopted, { container: island }, createElement(Island, props));
    hydrateRoot(island, element, { identifierPrefix, onRecoverableError });
  };

export default renderer;
