import { entriesOf, idOf, readSavedText, writeSaved } from "./saved-listings.ts";

/** Adds listings that another browser saved. */
export function saveEntries(entries: readonly string[]): void {
  const ids = entries.map(idOf);
  writeSaved([
    ...entries,
    ...entriesOf(readSavedText()).filter((entry) => !ids.includes(idOf(entry))),
  ]);
}

export function forgetSaved(ids: readonly string[]): void {
  writeSaved(entriesOf(readSavedText()).filter((entry) => !ids.includes(idOf(entry))));
}
