import { useSyncExternalStore } from "react";
import { entriesOf, readSavedText, savedEvent } from "./saved-listings.ts";

/** What is saved, newest first, as {@link readSavedText} describes; null while the server renders. */
export function useSaved(): string[] | null {
  const text = useSyncExternalStore<string | null>(subscribe, readSavedText, () => null);
  return text === null ? null : entriesOf(text);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener(savedEvent, listener);
  addEventListener("storage", listener);
  return () => {
    document.removeEventListener(savedEvent, listener);
    removeEventListener("storage", listener);
  };
}
