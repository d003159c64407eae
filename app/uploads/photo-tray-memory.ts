/** An upload of a form: its id, and the name of the file. */
export interface DraftUpload {
  id: string;
  name: string;
}

/** What a form's photos need to be found again after a reload. */
export interface DraftRecord {
  draft: string;
  /** In the form's order. */
  uploads: DraftUpload[];
}

function storageKeyOf(form: string): string {
  return `mardeminas.rascunho.${form}`;
}

/** Keeps a form's record for as long as its tab is open. */
export function rememberDraft(form: string, record: DraftRecord): void {
  try {
    sessionStorage.setItem(storageKeyOf(form), JSON.stringify(record));
  } catch {}
}

/** The record of a form that this tab had open before; null when there is none. */
export function recallDraft(form: string): DraftRecord | null {
  try {
    const record: unknown = JSON.parse(sessionStorage.getItem(storageKeyOf(form)) ?? "null");
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

/** Drops the record of a form that was sent or left. */
export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(storageKeyOf(form));
  } catch {}
}

function isRecord(record: unknown): record is DraftRecord {
  if (typeof record !== "object" || record === null) return false;
  const { draft, uploads } = record as Partial<DraftRecord>;
  return typeof draft === "string" && Array.isArray(uploads);
}
