import type { Root } from "react-dom/client";

let observer: MutationObserver | null = null;
let changes: MutationRecord[] = [];

/** Until {@link dropServerPage}, notes what React changes, so that a crash can be undone. */
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

/** Puts the server's page back. False if its changes aren't known. */
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

/** Otherwise it would call the handlers of elements that it was hydrating. */
function forgetReact(): void {
  for (const element of document.querySelectorAll("*")) {
    for (const name of Object.keys(element)) {
      if (name.startsWith("__react")) Reflect.deleteProperty(element, name);
    }
  }
}
