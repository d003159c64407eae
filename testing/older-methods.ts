import type { Page } from "playwright-core";

/** Methods newer than in docs/decisions/010, by the global that has them. */
export const tooNew = [
  ...["AbortSignal.any", "AbortSignal.timeout", "Array.fromAsync", "Array.prototype.toReversed"],
  ...["Array.prototype.toSorted", "Array.prototype.toSpliced", "Array.prototype.with"],
  ...["Error.isError", "HTMLDialogElement.prototype.requestClose"],
  ...["HTMLElement.prototype.showPopover", "Intl.DurationFormat", "Intl.Segmenter"],
  ...["Iterator.prototype.toArray", "Map.groupBy", "Object.groupBy", "Promise.try"],
  ...["Promise.withResolvers", "ReadableStream.from", "RegExp.escape", "Response.json"],
  ...["Set.prototype.difference", "Set.prototype.intersection", "Set.prototype.isDisjointFrom"],
  ...["Set.prototype.isSubsetOf", "Set.prototype.isSupersetOf"],
  ...["Set.prototype.symmetricDifference", "Set.prototype.union", "String.prototype.isWellFormed"],
  ...["String.prototype.toWellFormed", "URL.canParse", "URL.parse"],
];

/** Methods as new, but either scripts ask for them before, or their names alone say too little. */
const optional = [
  "Document.prototype.startViewTransition",
  "Element.prototype.ariaPressed",
  "HTMLFormElement.prototype.requestSubmit",
  "OffscreenCanvas",
  "URLSearchParams.prototype.size",
  "navigation",
  "requestIdleCallback",
  "scheduler",
  ...["drop", "every", "filter", "find", "flatMap", "forEach", "map", "reduce", "some", "take"].map(
    (name) => `Iterator.prototype.${name}`,
  ),
];

/** Methods that scripts may use: the oldest browsers with every function have them. */
const baseline = [
  ...["AbortSignal.prototype.throwIfAborted", "Array.prototype.at", "Array.prototype.findLast"],
  ...["Array.prototype.findLastIndex", "Object.hasOwn", "String.prototype.at"],
  ...["String.prototype.replaceAll", "structuredClone"],
];

/** Makes the page one of the oldest browsers with every function. */
export function useOldBrowser(page: Page): Promise<unknown> {
  return page.addInitScript(remove, [...tooNew, ...optional]);
}

/** Makes the page a browser older than those. */
export async function useOlderBrowser(page: Page): Promise<void> {
  await useOldBrowser(page);
  await page.addInitScript(remove, baseline);
}

function remove(paths: string[]): void {
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let owner: unknown = globalThis;
    for (const name of names) owner = (owner as Record<string, unknown> | undefined)?.[name];
    if (owner) delete (owner as Record<string, unknown>)[last];
  }
}
