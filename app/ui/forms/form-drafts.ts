/** A photo of a draft; `id` is "" until the server assigns one. */
export interface DraftPhoto {
  id: string;
  name: string;
  /** A small picture as a data URL, until the server has the photo; only in this browser. */
  thumb?: string;
}

export type DraftFields = Record<string, string[]>;

/** An unsaved form, kept in its owner's browser (docs/decisions/016). */
export interface FormDraft {
  id: string;
  /** Set once a field differs from its initial value. */
  fields?: DraftFields;
  /** Photos in their order; set once they differ from the initial ones. */
  photos?: DraftPhoto[];
  version?: number;
}

/** A draft as stored in the browser or on the server; `at` is when it last changed, in ms since 1970. */
export interface KeptDraft {
  draft: FormDraft;
  at: number;
}

const keptFor = 7 * 24 * 3_600_000;

const prefix = "mardeminas.rascunho.";
const nightsPrefix = "calendario:";
/** And unfinished and removed uploads, which app/uploads keeps. */
const otherPrivate = [nightsPrefix, "mardeminas.envios"];

/** Private data of each tab: the ads that its lists showed, and how far they were read. */
const tabPrivate = ["mais-anuncios", "react-router-scroll-positions"];

/** Drafts that pending work in their forms must not restore. */
const ended = new Set<string>();

export function isEnded(id: string): boolean {
  return ended.has(id);
}

export function draftKey(uid: string, form: string): string {
  return `${prefix}${uid}.${form}`;
}

/** Key of unsaved nights of an ad's calendar, which logout and account deletion also clear. */
export function waitingNightsKey(uid: string, listingId: string): string {
  return `${nightsPrefix}${uid}:${listingId}`;
}

export interface WaitingNights {
  key: string;
  listingId: string;
  /** Number of nights to mark or free. */
  count: number;
}

/** Lists the waiting nights of all accounts on this device. */
export function listWaitingNights(): WaitingNights[] {
  const waiting: WaitingNights[] = [];
  forEachKey(nightsPrefix, (key) => {
    const nights: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const listingId = key.split(":").at(-1) ?? "";
    waiting.push({ key, listingId, count: Object.keys(nights ?? {}).length });
  });
  return waiting;
}

/** Counts the drafts of all accounts on this device. */
export function countDrafts(): number {
  let count = 0;
  forEachDraft((_, kept) => {
    if (kept) count += 1;
  });
  return count;
}

export function readDraft(key: string): FormDraft | null {
  return readKept(key)?.draft ?? null;
}

/** Changes parts of the form's draft, whichever tab kept it; deletes it if it has neither fields nor photos. */
export function updateDraft(key: string, change: FormDraft): void {
  if (ended.has(change.id)) return;
  const before = readDraft(key);
  const draft = { ...before, ...change };
  if (JSON.stringify(draft) === JSON.stringify(before)) return;
  try {
    if (draft.fields || draft.photos) {
      const kept: KeptDraft = { draft, at: Date.now() };
      localStorage.setItem(key, JSON.stringify(kept));
    } else if (before) {
      // Other tabs would take the removal of a draft for its end.
      localStorage.setItem(key, "");
      remove(key);
    }
  } catch {
    // The form also works without storage, or with a full one.
  }
}

/**
 * Drops a draft, or for "all" whatever else is private; saved ads and lists belong to the device.
 */
export function dropDrafts(id: string): void {
  if (id === "all") dropOtherPrivate();
  else ended.add(id);
  forEachDraft((key, kept) => {
    if (id !== "all" && kept?.draft.id !== id) return;
    if (kept) ended.add(kept.draft.id);
    remove(key);
  });
}

function dropOtherPrivate(): void {
  for (const start of otherPrivate) forEachKey(start, remove);
  dropTabPrivate();
  // The page stores them as it is left, so delete them after that.
  addEventListener("pagehide", dropTabPrivate, { once: true });
}

function dropTabPrivate(): void {
  try {
    for (const key of tabPrivate) sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}

export function dropOldDrafts(): void {
  forEachDraft((key, kept) => {
    if (!kept) remove(key);
  });
}

/**
 * Calls `onChange` when another tab changes the draft. One that it ends, as by logging out, isn't stored
 * again.
 */
export function watchDraft(key: string, until: AbortSignal, onChange: () => void): void {
  const notice = ({ key: changed, oldValue, newValue }: StorageEvent) => {
    const gone = changed?.startsWith(prefix) && newValue === null ? parse(oldValue) : null;
    if (gone) ended.add(gone.draft.id);
    if (changed === key) onChange();
  };
  addEventListener("storage", notice, { signal: until });
}

function remove(key: string): void {
  localStorage.removeItem(key);
}

function forEachDraft(visit: (key: string, kept: KeptDraft | null) => void): void {
  forEachKey(prefix, (key) => visit(key, readKept(key)));
}

function forEachKey(start: string, visit: (key: string) => void): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) visit(key);
  } catch {
    // Storage is unavailable.
  }
}

export function readKept(key: string): KeptDraft | null {
  try {
    const kept = parse(localStorage.getItem(key));
    return kept && Date.now() - kept.at < keptFor ? kept : null;
  } catch {
    return null;
  }
}

function parse(text: string | null): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(kept: unknown): kept is KeptDraft {
  const { draft, at } = (kept ?? {}) as Partial<KeptDraft>;
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
