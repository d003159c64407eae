const storageName = "mardeminas.guardados";

/** Dispatched on the document after each change in this tab. */
export const savedEvent = "guardados";

/** If there are more, the oldest one makes room. */
const maxSaved = 100;

/** The saved ads if there is no storage, as in private windows: they last as long as the page. */
let unstored: string | null = null;

/** Ids separated by spaces, newest first. */
export function readSavedText(): string {
  try {
    return unstored ?? localStorage.getItem(storageName) ?? "";
  } catch {
    return "";
  }
}

export function readSaved(): string[] {
  return readSavedText().split(" ").filter(Boolean);
}

/** Returns whether the listing is saved now. */
export function toggleSaved(id: string): boolean {
  const saved = readSaved();
  const others = saved.filter((other) => other !== id);
  const isSaved = others.length === saved.length;
  write(isSaved ? [id, ...others] : others);
  return isSaved;
}

export function forgetSaved(ids: readonly string[]): void {
  write(readSaved().filter((id) => !ids.includes(id)));
}

function write(ids: readonly string[]): void {
  const text = ids.slice(0, maxSaved).join(" ");
  try {
    localStorage.setItem(storageName, text);
    unstored = null;
  } catch {
    unstored = text;
  }
  document.dispatchEvent(new Event(savedEvent));
}

/** Pages are the same for all visitors, so only the browser knows the state of a button. */
export function showSaved(button: HTMLElement | null): void {
  // Firefox has the property `ariaPressed` since 119.
  button?.setAttribute("aria-pressed", String(readSaved().includes(button.dataset.save ?? "")));
}
