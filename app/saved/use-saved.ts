import { useSyncExternalStore } from "react";
import { readSavedText, savedEvent } from "./saved-listings.ts";

/** Saved listing ids, newest first; null while the server renders. */
export function useSaved(): string[] | null {
  const text = useSyncExternalStore<string | null>(subscribe, readSavedText, () => null);
  return text === null ? null : text.split(" ").filter(Boolean);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener(savedEvent, listener);
  addEventListener("storage", listener);
  return () => {
    document.removeEventListener(savedEvent, listener);
    removeEventListener("storage", listener);
  };
}
