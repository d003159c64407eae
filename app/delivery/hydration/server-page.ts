import type { Root } from "react-dom/client";

let observer: MutationObserver | null = null;
let changes: MutationRecord[] = [];

/** Records React's changes until {@link dropServerPage}, so that a crash can be undone. */
export function keepServerPage(): void {
  observer = new MutationObserver((records) => void changes.push(...records));
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeOldValue: true,
    characterData: true,
    characterDataOldValue: true,
  });
}

export function dropServerPage(): void {
  observer?.disconnect();
  observer = null;
  changes = [];
}

/** Puts the server's page back; returns false if React's changes weren't recorded. */
export function restoreServerPage(root: Root): boolean {
  if (!observer) return false;
  root.unmount();
  const undone = [...changes, ...observer.takeRecords()].reverse();
  dropServerPage();
  for (const change of undone) undo(change);
  forgetReact();
  return true;
}

function undo(change: MutationRecord): void {
  const { target, attributeName, oldValue, addedNodes, removedNodes, nextSibling } = change;
  if (target instanceof Element && attributeName) {
    if (oldValue === null) target.removeAttribute(attributeName);
    else target.setAttribute(attributeName, oldValue);
  } else if (target instanceof CharacterData) target.data = oldValue ?? "";
  for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
  for (const node of removedNodes) target.insertBefore(node, nextSibling);
}

/** Keeps React from handling events of elements that it had begun to hydrate. */
function forgetReact(): void {
  for (const element of document.querySelectorAll("*")) {
    for (const name of Object.keys(element)) {
      if (name.startsWith("__react")) Reflect.deleteProperty(element, name);
    }
  }
}
