import {
  maxPhotoBytes,
  maxPhotosPerListing,
  notAnImageMessage,
  type Photo,
  photoTooLargeMessage,
  photoUrl,
  tooManyPhotosMessage,
} from "../photos/photo.ts";
import { type DraftUpload, forgetDraft, recallDraft, rememberDraft } from "./photo-tray-memory.ts";
import {
  askSituation,
  discardUpload,
  photoFileType,
  type UploadError,
  type UploadState,
  UploadTask,
} from "./upload-task.ts";

/** How many photos are on their way at once: one can be sent while the server reads another. */
const uploadsAtOnce = 2;

/** A photo of a listing being written, as its tile shows it. */
export interface TrayPhoto {
  /** Stays the same for as long as the photo is in the tray. */
  key: string;
  /** The file's name; "" when it is not known. */
  name: string;
  /** Where to show the photo from, or null. */
  src: string | null;
  /** Shown when `src` cannot be. */
  fallbackSrc: string | null;
  state: UploadState;
  /** Sending has begun. */
  isStarted: boolean;
  /** From 0 to 1. */
  progress: number;
  /** The photo's id, once it is stored. */
  id: string | null;
  error: UploadError | null;
}

/** The photos in order, the cover first, and how many stand where. */
export interface TraySnapshot {
  photos: TrayPhoto[];
  ready: number;
  /** On their way, paused ones too. */
  pending: number;
  failed: number;
  /** Names of files whose sending a reload broke off; chosen again, they go on. */
  interrupted: string[];
}

export interface PhotoTrayOptions {
  /** The listing's photos: taken out here, they stay until the form is saved. */
  published?: readonly Photo[];
  /** The form's name within its tab; under it, what was sent outlives a reload. */
  memory?: string;
}

interface Entry {
  key: string;
  name: string;
  /** The chosen file's own address in the browser. */
  src: string | null;
  /** A photo that was stored before. */
  photo: Photo | null;
  task: UploadTask | null;
}

/** Why a file cannot be a photo, or null. */
export function refusePhotoFile(file: Pick<File, "name" | "type" | "size">): string | null {
  if (!photoFileType(file).startsWith("image/") || file.size === 0) return notAnImageMessage;
  return file.size > maxPhotoBytes ? photoTooLargeMessage : null;
}

/**
 * The photos of one listing being written: their order and their uploads. An external store for
 * React by `subscribe` and `getSnapshot`.
 */
export class PhotoTray {
  #draft: string;
  #published: ReadonlySet<string>;
  #memory: string | null;
  /** What was last kept there. */
  #kept = "";
  #entries: Entry[];
  #interrupted: DraftUpload[] = [];
  #isRecalled = false;
  #isRecalling = false;
  #snapshot: TraySnapshot;
  #listeners = new Set<() => void>();
  #nextKey = 0;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** `stored`: photos the server has already, of a listing or of a form that came back. */
  constructor(draft: string, stored: readonly Photo[], options: PhotoTrayOptions = {}) {
    this.#draft = draft;
    this.#published = new Set(options.published?.map(({ id }) => id));
    this.#memory = options.memory ?? null;
    this.#entries = stored.map((photo) => toEntry(photo));
    this.#snapshot = this.#take();
  }

  /** Names the uploads of this form (a UUID); a reloaded page goes on with the one before. */
  get draft(): string {
    return this.#draft;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): TraySnapshot => this.#snapshot;

  /** Takes files in and sends them on their way; gives a sentence for each that was refused. */
  add(files: Iterable<File>): string[] {
    const refusals = new Set<string>();
    for (const file of files) {
      const refusal = refusePhotoFile(file);
      if (refusal) {
        refusals.add(`${file.name}: ${refusal}`);
      } else if (this.#entries.length >= maxPhotosPerListing) {
        refusals.add(tooManyPhotosMessage);
      } else {
        this.#makeRoom(file.name);
        const task = new UploadTask(file, this.#draft);
        task.subscribe(() => this.#refresh());
        this.#entries.push({
          key: `arquivo-${this.#nextKey++}`,
          name: file.name,
          src: URL.createObjectURL(file),
          photo: null,
          task,
        });
      }
    }
    this.#refresh();
    return [...refusals];
  }

  /**
   * Takes a photo out, ends its upload and drops it on the server. A published photo stays there:
   * it goes when the form is saved.
   */
  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (entry.task) entry.task.cancel();
    else if (entry.photo && !this.#published.has(entry.photo.id)) discardUpload(entry.photo.id);
    release(entry);
    this.#refresh();
  }

  /** Moves a photo by some places; the first is the cover. */
  move(key: string, by: number): void {
    const from = this.#entries.findIndex((entry) => entry.key === key);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.#entries.length) return;
    const entries = [...this.#entries];
    entries.splice(to, 0, ...entries.splice(from, 1));
    this.#entries = entries;
    this.#refresh();
  }

  /** Makes a photo the cover. */
  lead(key: string): void {
    this.move(key, -this.#entries.findIndex((entry) => entry.key === key));
  }

  pause(key: string): void {
    this.#find(key)?.task?.pause();
  }

  resume(key: string): void {
    this.#find(key)?.task?.resume();
  }

  retry(key: string): void {
    this.#find(key)?.task?.retry();
  }

  /** Sets every paused photo going again. */
  resumeAll(): void {
    for (const { task } of this.#entries) task?.resume();
  }

  /** The form is on the page. What this tab had sent before a reload comes back. */
  enter(): void {
    clearTimeout(this.#leaving);
    const before = this.#memory && !this.#isRecalled && recallDraft(this.#memory);
    this.#isRecalled = true;
    if (!before) return;
    this.#draft = before.draft;
    this.#interrupted = before.uploads;
    void this.#recall(before.uploads);
  }

  /** The form has left the page: what is still on its way ends, unless the form comes back. */
  leave(): void {
    this.#leaving = setTimeout(() => {
      for (const entry of this.#entries) {
        if (entry.task?.getSnapshot().state !== "success") entry.task?.cancel();
        release(entry);
      }
      for (const { id } of this.#interrupted) discardUpload(id);
      if (this.#memory) forgetDraft(this.#memory);
      this.#memory = null;
    });
  }

  async #recall(uploads: DraftUpload[]): Promise<void> {
    this.#isRecalling = true;
    this.#refresh();
    const situations = await Promise.all(
      uploads.map(({ id }) => askSituation(id).catch(() => ({ photo: null }))),
    );
    const found: Entry[] = [];
    const open = new Set<DraftUpload>();
    for (const [index, upload] of uploads.entries()) {
      const said = situations[index];
      if (!said || "error" in said) continue;
      if (!said.photo) open.add(upload);
      else if (!this.#find(upload.id)) found.push(toEntry(said.photo, upload.name));
    }
    this.#isRecalling = false;
    this.#interrupted = this.#interrupted.filter((upload) => open.has(upload));
    const stored = this.#entries.filter(({ task }) => !task);
    const chosen = this.#entries.filter(({ task }) => task);
    this.#entries = [...stored, ...found, ...chosen];
    this.#refresh();
  }

  /** A file about to be sent takes the place of an upload that a reload broke off. */
  #makeRoom(name: string): void {
    const index = this.#interrupted.findIndex((upload) => upload.name === name);
    if (index >= 0) {
      this.#interrupted = this.#interrupted.filter((_, other) => other !== index);
    } else if (this.#entries.length + this.#interrupted.length >= maxPhotosPerListing) {
      const [oldest, ...others] = this.#interrupted;
      if (oldest) discardUpload(oldest.id);
      this.#interrupted = others;
    }
  }

  /** Keeps what a reloaded page needs to find this form's photos again. */
  #remember(): void {
    if (!this.#memory || !this.#isRecalled) return;
    const sent = this.#entries.flatMap(({ name, photo, task }) => {
      const id = task ? task.getSnapshot().id : photo?.id;
      const isFailed = task?.getSnapshot().state === "error";
      return id && !isFailed && !this.#published.has(id) ? [{ id, name }] : [];
    });
    const record = { draft: this.#draft, uploads: [...sent, ...this.#interrupted] };
    const text = JSON.stringify(record);
    if (text === this.#kept || (this.#kept === "" && record.uploads.length === 0)) return;
    this.#kept = text;
    rememberDraft(this.#memory, record);
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }

  #refresh(): void {
    this.#startNext();
    this.#snapshot = this.#take();
    this.#remember();
    for (const listener of this.#listeners) listener();
  }

  #startNext(): void {
    const running = this.#entries.flatMap(({ task }) =>
      task?.getSnapshot().state === "running" ? [task] : [],
    );
    const waiting = running.filter((task) => !task.started);
    const free = uploadsAtOnce - (running.length - waiting.length);
    for (const task of waiting.slice(0, Math.max(free, 0))) task.start();
  }

  #take(): TraySnapshot {
    const photos = this.#entries.map(toTrayPhoto);
    return {
      photos,
      ready: photos.filter(({ state }) => state === "success").length,
      pending: photos.filter(({ state }) => state === "running" || state === "paused").length,
      failed: photos.filter(({ state }) => state === "error").length,
      interrupted: this.#isRecalling ? [] : this.#interrupted.map(({ name }) => name),
    };
  }
}

function toEntry(photo: Photo, name = ""): Entry {
  return { key: photo.id, name, src: null, photo, task: null };
}

function toTrayPhoto(entry: Entry): TrayPhoto {
  const upload = entry.task?.getSnapshot();
  const stored = upload ? upload.photo : entry.photo;
  const storedSrc = stored && photoUrl(stored, stored.widths[0] ?? stored.width, "jpg");
  return {
    key: entry.key,
    name: entry.name,
    src: entry.src ?? storedSrc,
    fallbackSrc: storedSrc,
    state: upload?.state ?? "success",
    isStarted: entry.task?.started ?? true,
    progress: upload?.progress ?? 1,
    id: stored?.id ?? null,
    error: upload?.error ?? null,
  };
}

function release(entry: Entry): void {
  if (entry.task && entry.src) URL.revokeObjectURL(entry.src);
}
