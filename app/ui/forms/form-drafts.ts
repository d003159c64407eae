/** A photo of a form: its id, "" until the server has given one, and its file's name, if known. */
export interface DraftPhoto {
  id: string;
  name: string;
}

/** The values of a form's fields, by name. */
export type DraftFields = Record<string, string[]>;

/** A form as its owner left it, kept in their browser until it is saved (docs/decisions/016). */
export interface FormDraft {
  /** Names the form and its uploads (a UUID). */
  id: string;
  /** Present once a field differs from how the form was opened. */
  fields?: DraftFields;
  /** In the form's order; present once they differ from those the form was opened with. */
  photos?: DraftPhoto[];
  /** The version of what the form changes. */
  version?: number;
}

interface Kept {
  draft: FormDraft;
  /** When it last changed, in ms. */
  at: number;
}

/** How long a draft outlives its last change, in ms. */
const keptFor = 7 * 24 * 3_600_000;

const prefix = "mardeminas.rascunho.";

/** Drafts that are done with; what is still under way in their form must not bring them back. */
const done = new Set<string>();

/** Where a user's draft of a form is kept: no other account in the same browser looks there. */
export function draftKey(uid: string, form: string): string {
  return `${prefix}${uid}.${form}`;
}

/** The draft kept under a key; null where there is none, or none of the last seven days. */
export function readDraft(key: string): FormDraft | null {
  return readKept(key)?.draft ?? null;
}

/** Changes a draft in part. One without fields and photos is dropped. */
export function updateDraft(key: string, change: FormDraft): void {
  if (done.has(change.id)) return;
  const before = readDraft(key);
  const draft = before?.id === change.id ? { ...before, ...change } : change;
  if (JSON.stringify(draft) === JSON.stringify(before)) return;
  try {
    if (draft.fields || draft.photos) {
      const kept: Kept = { draft, at: Date.now() };
      localStorage.setItem(key, JSON.stringify(kept));
    } else {
      localStorage.removeItem(key);
    }
  } catch {
    // Without storage, or with a full one, the form works as before, only unprotected.
  }
}

/** Drops the draft with this id, or with "all" every one in this browser. */
export function dropDrafts(id: string): void {
  if (id !== "all") done.add(id);
  forEachDraft((key, kept) => {
    if (id !== "all" && kept?.draft.id !== id) return;
    if (kept) done.add(kept.draft.id);
    localStorage.removeItem(key);
  });
}

/** Drops drafts that are too old, and all of them when their owner logs out, in every tab. */
export function watchDrafts(): void {
  forEachDraft((key, kept) => {
    if (!kept) localStorage.removeItem(key);
  });
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && new URL(target.action).pathname === "/logout") {
      dropDrafts("all");
    }
  });
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    const gone = key?.startsWith(prefix) && newValue === null ? parse(oldValue) : null;
    if (gone) done.add(gone.draft.id);
  });
}

/**
 * Calls `begin` once no other tab has the form open, and keeps it for this tab until the signal is
 * aborted. A tab that waits in vain for a second goes without a draft: two that write the same one
 * would overwrite each other.
 */
export async function holdDraft(key: string, until: AbortSignal, begin: () => void): Promise<void> {
  // Browsers have locks only on https and localhost.
  if (!("locks" in navigator)) return begin();
  const waiting = new AbortController();
  const patience = setTimeout(() => waiting.abort(), 1000);
  until.addEventListener("abort", () => waiting.abort(), { once: true });
  await navigator.locks
    .request(key, { signal: waiting.signal }, async () => {
      clearTimeout(patience);
      if (until.aborted) return;
      begin();
      await new Promise((resolve) => until.addEventListener("abort", resolve, { once: true }));
    })
    .catch((error: unknown) => {
      if (!waiting.signal.aborted) throw error;
    });
}

function forEachDraft(visit: (key: string, kept: Kept | null) => void): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) visit(key, readKept(key));
    }
  } catch {
    // A browser that refuses storage has no drafts.
  }
}

function readKept(key: string): Kept | null {
  try {
    const kept = parse(localStorage.getItem(key));
    return kept && Date.now() - kept.at < keptFor ? kept : null;
  } catch {
    return null;
  }
}

function parse(text: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(kept: unknown): kept is Kept {
  const { draft, at } = (kept ?? {}) as Partial<Kept>;
  return (
    typeof at === "number" &&
    typeof draft?.id === "string" &&
    (draft.fields === undefined || isFields(draft.fields)) &&
    (draft.photos === undefined || isPhotos(draft.photos))
  );
}

function isFields(fields: unknown): fields is DraftFields {
  const isTexts = (values: unknown) =>
    Array.isArray(values) && values.every((value) => typeof value === "string");
  return typeof fields === "object" && fields !== null && Object.values(fields).every(isTexts);
}

function isPhotos(photos: unknown): photos is DraftPhoto[] {
  const isPhoto = (photo: unknown) => {
    const { id, name } = (photo ?? {}) as Partial<DraftPhoto>;
    return typeof id === "string" && typeof name === "string";
  };
  return Array.isArray(photos) && photos.every(isPhoto);
}
