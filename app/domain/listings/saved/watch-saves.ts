import { onClick } from "../../../platform/ui/on-click.ts";
import { entryOf, readSaved, savedEvent, showSaved, toggleSaved } from "./saved-listings.ts";

/** Serves all hearts with one listener, so that none needs React. */
export function watchSaves(): void {
  onClick("[data-save]", (button) => {
    const given = entryOf(button);
    if (given) toggleSaved(given);
  });
  document.addEventListener(savedEvent, showAll);
  // Another tab may have changed them, or a page comes back from the back-forward cache.
  addEventListener("storage", showAll);
  addEventListener("pageshow", showAll);
  showAll();
}

function showAll(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-save]")) showSaved(button);
  const { length } = readSaved();
  for (const label of document.querySelectorAll<HTMLElement>("[data-saved-count]")) {
    label.dataset.savedCount = length > 0 ? String(length) : "";
  }
}
