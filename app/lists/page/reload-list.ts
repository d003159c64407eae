import { hasTyped } from "../../ui/forms/has-typed.ts";

const awayMs = 60_000;

/** Loads the list again when it comes back to the screen: others vote meanwhile, and change its dates. */
export function reloadList(): void {
  let leftAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leftAt = Date.now();
    else if (Date.now() - leftAt > awayMs && navigator.onLine && !hasTyped()) location.reload();
  });
}
