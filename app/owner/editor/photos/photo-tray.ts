import {
  describeLeftOut,
  maxPhotosPerListing,
  type Photo,
  photoUrl,
} from "../../../domain/photos/photo.ts";
import {
  discardUpload,
  requestTurn,
  type UploadError,
} from "../../../domain/photos/uploads/upload-requests.ts";
import { createFileCheck } from "./shrink.ts";
import { type UploadState, UploadTask } from "./task/upload-task.ts";

/** The photos of an ad's form. An external store for React. */
export class PhotoTray {
  readonly draftId: string;
  /** The listing's photos; if removed here, the server keeps them until the form is saved. */
  readonly #published: readonly Photo[];
  #entries: Entry[];
  /** Number of chosen files whose content is being looked at. */
  #checking = 0;
  #check = createFileCheck();
  #isLeft = false;
  #snapshot: TraySnapshot;
  #listeners = new Set<() => void>();
  #nextKey = 0;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** The `published` photos are those of the `stored` ones that the listing has. */
  constructor(draftId: string, stored: readonly Photo[], published: readonly Photo[] = []) {
    this.draftId = draftId;
    this.#published = published;
    this.#entries = stored.map(toEntry);
    this.#snapshot = snapshotOf(this.#entries, this.#checking);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getSnapshot = (): TraySnapshot => this.#snapshot;

  /** Adds files up to the tenth photo; returns a sentence for each reason to leave some out. */
  async add(files: readonly File[]): Promise<string[]> {
    this.#checking += files.length;
    this.#refresh();
    const { taken, refusals } = await this.#check(files);
    this.#checking -= files.length;
    if (this.#isLeft) return [];
    const room = Math.max(0, maxPhotosPerListing - this.#entries.length);
    for (const file of taken.slice(0, room)) this.#begin(file);
    this.#refresh();
    const leftOut = taken.slice(room).map(({ name }) => name);
    return leftOut.length > 0 ? [describeLeftOut(leftOut), ...refusals] : refusals;
  }

  #begin(file: File): void {
    const task = new UploadTask(file, this.draftId);
    task.subscribe(() => this.#refresh());
    const key = `arquivo-${this.#nextKey++}`;
    const src = URL.createObjectURL(file);
    this.#entries.push({ key, name: file.name, src, photo: null, task, isTurning: false });
  }

  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (entry.task) entry.task.cancel();
    else if (entry.photo && !this.#isPublished(entry.photo.id)) {
      void discardUpload(entry.photo.id);
    }
    release(entry);
    this.#refresh();
  }

  /** Turns a stored photo clockwise. Returns a sentence if that fails. */
  async turn(key: string): Promise<string | null> {
    const entry = this.#find(key);
    const stored = entry && storedPhoto(entry);
    if (!stored || entry.isTurning) return null;
    entry.isTurning = true;
    this.#refresh();
    const result = await requestTurn(stored.id, this.draftId);
    const turned = "photo" in result ? result.photo : null;
    // The original takes up the place of a photo in the form until it is deleted.
    const unused = this.#find(key) === entry ? stored : turned;
    if (turned && unused && !this.#isPublished(unused.id)) await discardUpload(unused.id);
    entry.isTurning = false;
    if (turned && unused === stored) {
      release(entry);
      Object.assign(entry, { src: null, photo: turned, task: null });
    }
    this.#refresh();
    return "error" in result ? result.error.message : null;
  }

  move(key: string, by: number): void {
    const from = this.#entries.findIndex((entry) => entry.key === key);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.#entries.length) return;
    this.#entries.splice(to, 0, ...this.#entries.splice(from, 1));
    this.#refresh();
  }

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

  resumeAll(): void {
    for (const { task } of this.#entries) task?.resume();
  }

  enter(): void {
    clearTimeout(this.#leaving);
  }

  /** Cancels unfinished uploads, unless the form is back at once. */
  leave(): void {
    this.#leaving = setTimeout(() => {
      this.#isLeft = true;
      for (const entry of this.#entries) {
        if (entry.task?.getSnapshot().state !== "success") entry.task?.cancel();
        release(entry);
      }
    });
  }

  #isPublished(id: string): boolean {
    return this.#published.some((photo) => photo.id === id);
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }

  #refresh(): void {
    startNext(this.#entries);
    this.#snapshot = snapshotOf(this.#entries, this.#checking);
    for (const listener of this.#listeners) listener();
  }
}

export interface TrayPhoto {
  key: string;
  name: string;
  src: string | null;
  /** Shown if `src` can't be decoded. */
  fallbackSrc: string | null;
  state: UploadState;
  isStarted: boolean;
  /** Share from 0 to 1 that the server has confirmed. */
  progress: number;
  isOffline: boolean;
  id: string | null;
  error: UploadError | null;
}

export interface TraySnapshot {
  photos: TrayPhoto[];
  ready: number;
  pending: number;
  failed: number;
}

/** A photo of the listing, or the upload of one. */
export interface Entry {
  key: string;
  name: string;
  src: string | null;
  photo: Photo | null;
  task: UploadTask | null;
  isTurning: boolean;
}

function toEntry(photo: Photo): Entry {
  return { key: photo.id, name: "", src: null, photo, task: null, isTurning: false };
}

/** Null until the upload has succeeded. */
function storedPhoto({ photo, task }: Entry): Photo | null {
  return task ? task.getSnapshot().photo : photo;
}

/** `checking` files are looked at before they become entries. */
export function snapshotOf(entries: readonly Entry[], checking: number): TraySnapshot {
  const photos = entries.map(toTrayPhoto);
  const count = (...of: string[]) => photos.filter(({ state }) => of.includes(state)).length;
  return {
    photos,
    ready: count("success"),
    pending: checking + count("running", "paused"),
    failed: photos.filter(({ state, error }) => state === "error" && !error?.isUnreadable).length,
  };
}

function toTrayPhoto(entry: Entry): TrayPhoto {
  const upload = entry.task?.getSnapshot();
  const stored = storedPhoto(entry);
  const storedSrc = stored && photoUrl(stored, stored.widths[0], "jpg");
  return {
    key: entry.key,
    name: entry.name,
    src: entry.src ?? storedSrc,
    fallbackSrc: storedSrc,
    state: entry.isTurning ? "running" : (upload?.state ?? "success"),
    isStarted: entry.task?.started ?? true,
    progress: upload?.progress ?? 1,
    isOffline: upload?.state === "running" && upload.isOffline,
    id: stored?.id ?? null,
    error: upload?.error ?? null,
  };
}

function release(entry: Entry): void {
  if (entry.task && entry.src) URL.revokeObjectURL(entry.src);
}

/** Two, so that one can be sent while the server processes the other. */
const uploadsAtOnce = 2;

function startNext(entries: readonly Entry[]): void {
  const running = entries.flatMap(({ task }) =>
    task?.getSnapshot().state === "running" ? [task] : [],
  );
  const waiting = running.filter((task) => !task.started);
  const free = uploadsAtOnce - (running.length - waiting.length);
  for (const task of waiting.slice(0, Math.max(free, 0))) task.start();
}
