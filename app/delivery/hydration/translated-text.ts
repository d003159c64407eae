/** Maps each text node that a translator removed to the element that replaced it. */
const standIns = new WeakMap<Node, HTMLElement>();

/**
 * Lets React change a page that a translator rewrites: it puts every text into `<font>` elements, and
 * React keeps working with the texts it knows, whose removal would throw and whose changes nobody would
 * see (docs/decisions/038).
 */
export function followTranslations(): void {
  const observer = new MutationObserver(note);
  const { removeChild, insertBefore } = Node.prototype;

  function note(records: MutationRecord[]): void {
    for (const record of records) {
      if (record.type === "characterData") showChange(record.target as Text);
      else for (const node of record.removedNodes) noteReplacement(node, record);
    }
  }

  function noteReplacement(
    node: Node,
    { addedNodes, previousSibling, nextSibling }: MutationRecord,
  ) {
    if (!(node instanceof Text) || node.isConnected) return;
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (!standIn) return;
    standIns.set(node, standIn);
    observer.observe(node, { characterData: true });
  }

  /** The child of `parent` with which `node` is on the page now. */
  function childFor(parent: Node, node: Node): Node | null {
    note(observer.takeRecords());
    let child = standIns.get(node) ?? node;
    while (child.parentNode !== parent && isFont(child.parentNode)) child = child.parentNode;
    return child.parentNode === parent ? child : null;
  }

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const shown = childFor(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, next: Node | null): T {
    const at = !next || next.parentNode === this ? next : childFor(this, next);
    return insertBefore.call(this, node, at) as T;
  };
  observer.observe(document, { childList: true, subtree: true });
}

/** Puts a changed text back on the page, where the translator finds it again. */
function showChange(text: Text): void {
  if (!text.isConnected) standIns.get(text)?.replaceWith(text);
}

function isFont(node: Node | null): node is HTMLElement {
  return node?.nodeName === "FONT";
}
