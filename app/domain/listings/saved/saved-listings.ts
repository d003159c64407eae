import { listingAround } from "../../../platform/web/listing-around.ts";

const storageName = "mardeminas.guardados";

/** Dispatched on the document after each change in this tab. */
export const savedEvent = "guardados";

/** If there are more, the oldest one makes room. */
const maxSaved = 100;

/** Ids separated by spaces, newest first, each followed by ",{entrada},{saida},{pessoas}" of its search. */
export function readSavedText(): string {
  // The tab's name keeps them if there is no storage, as in private windows.
  const { name } = window;
  if (name.startsWith(savedEvent)) return name.slice(savedEvent.length);
  try {
    return localStorage.getItem(storageName) ?? "";
  } catch {
    return "";
  }
}

export function idOf(entry: string): string {
  return entry.split(",")[0] ?? "";
}

/** Returns the entry that a heart saves: a listing's id, perhaps with dates. */
export function entryOf(button: HTMLElement): string {
  return button.dataset.save || listingAround(button);
}

export function entriesOf(text: string): string[] {
  return text.split(" ").filter(Boolean);
}

export function readSaved(): string[] {
  return entriesOf(readSavedText()).map(idOf);
}

/**
 * Saves a listing, given by its id or its whole entry, or forgets it. An id is saved with the dates of the
 * page's search.
 */
export function toggleSaved(given: string): void {
  const id = idOf(given);
  const saved = entriesOf(readSavedText());
  const others = saved.filter((entry) => idOf(entry) !== id);
  const isSaved = others.length === saved.length;
  const asked = new URLSearchParams(location.search);
  const search = ["entrada", "saida", "pessoas"].map((name) => asked.get(name)?.trim() ?? "");
  const entry = search.some(Boolean) ? [id, ...search].join(",").replaceAll(" ", "") : given;
  writeSaved(isSaved ? [entry, ...others] : others);
}

export function forgetSaved(ids: readonly string[]): void {
  writeSaved(entriesOf(readSavedText()).filter((entry) => !ids.includes(idOf(entry))));
}

function writeSaved(entries: readonly string[]): void {
  const text = entries.slice(0, maxSaved).join(" ");
  try {
    localStorage.setItem(storageName, text);
    window.name = "";
  } catch {
    window.name = savedEvent + text;
  }
  document.dispatchEvent(new Event(savedEvent));
}

/** Pages are the same for all visitors, so only the browser knows the state of a button. */
export function showSaved(button: HTMLElement): void {
  // Firefox has the property `ariaPressed` since 119.
  button.setAttribute("aria-pressed", String(readSaved().includes(idOf(entryOf(button)))));
}
