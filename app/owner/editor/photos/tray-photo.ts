import { type Photo, photoUrl } from "../../../domain/photos/photo.ts";
import type { UploadError } from "../../../domain/photos/uploads/upload-error.ts";
import type { UploadState, UploadTask } from "./task/upload-task.ts";

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

export function toEntry(photo: Photo): Entry {
  return { key: photo.id, name: "", src: null, photo, task: null, isTurning: false };
}

/** Null until the upload has succeeded. */
export function storedPhoto({ photo, task }: Entry): Photo | null {
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

export function release(entry: Entry): void {
  if (entry.task && entry.src) URL.revokeObjectURL(entry.src);
}

/** Two, so that one can be sent while the server processes the other. */
const uploadsAtOnce = 2;

export function startNext(entries: readonly Entry[]): void {
  const running = entries.flatMap(({ task }) =>
    task?.getSnapshot().state === "running" ? [task] : [],
  );
  const waiting = running.filter((task) => !task.started);
  const free = uploadsAtOnce - (running.length - waiting.length);
  for (const task of waiting.slice(0, Math.max(free, 0))) task.start();
}
