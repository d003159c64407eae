import type { Page } from "playwright-core";

/** By the global that has them; newer than docs/decisions/037 allows. A name without a dot is a global. */
const tooNew = [
  "AbortSignal.any",
  "AbortSignal.timeout",
  "Array.fromAsync",
  "Array.prototype.toReversed",
  "Array.prototype.toSorted",
  "Array.prototype.toSpliced",
  "Array.prototype.with",
  "Document.prototype.startViewTransition",
  "Element.prototype.checkVisibility",
  "Error.isError",
  "HTMLDialogElement.prototype.requestClose",
  "HTMLElement.prototype.showPopover",
  "HTMLFormElement.prototype.requestSubmit",
  "Intl.DurationFormat",
  "Intl.Segmenter",
  "Iterator",
  "Map.groupBy",
  "Object.groupBy",
  "OffscreenCanvas",
  "Promise.try",
  "Promise.withResolvers",
  "ReadableStream.from",
  "RegExp.escape",
  "Response.json",
  "Set.prototype.difference",
  "Set.prototype.intersection",
  "Set.prototype.isDisjointFrom",
  "Set.prototype.isSubsetOf",
  "Set.prototype.isSupersetOf",
  "Set.prototype.symmetricDifference",
  "Set.prototype.union",
  "String.prototype.isWellFormed",
  "String.prototype.toWellFormed",
  "URL.canParse",
  "URL.parse",
  "URLSearchParams.prototype.size",
  "navigation",
  "requestIdleCallback",
  "scheduler",
];

const iteratorMethods = "drop every filter find flatMap forEach map reduce some take toArray";

/** Methods that scripts may use: the oldest browsers with every function have them. */
const baseline = [
  "AbortSignal.prototype.throwIfAborted",
  "Array.prototype.at",
  "Array.prototype.findLast",
  "Array.prototype.findLastIndex",
  "Object.hasOwn",
  "String.prototype.at",
  "String.prototype.replaceAll",
  "structuredClone",
];

/** As in one of the oldest browsers with every function. */
export function useOldBrowser(page: Page): Promise<unknown> {
  const iterators = iteratorMethods.split(" ").map((name) => `Iterator.prototype.${name}`);
  return page.addInitScript(remove, [...iterators, ...tooNew]);
}

/** As in a browser below those. */
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
