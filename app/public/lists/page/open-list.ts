import { rememberList } from "../../../domain/listings/saved/own-lists.ts";
import { hasTyped } from "../../../platform/ui/forms/has-typed.ts";

const awayMs = 60_000;

/**
 * Keeps the list in this browser, and loads it again when it comes back to the screen: others vote meanwhile, and
 * change its dates.
 */
export function openList(): void {
  rememberList(document.querySelector("[data-own-list]") !== null);
  let leftAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leftAt = Date.now();
    else if (Date.now() - leftAt > awayMs && navigator.onLine && !hasTyped()) location.reload();
  });
}
