import { type Photo, photoUrl } from "../photos/photo.ts";
import type { DraftPhoto } from "../ui/forms/form-drafts.ts";
import type { UploadState } from "./task/upload-state.ts";
import type { UploadTask } from "./task/upload-task.ts";
import type { UploadError } from "./upload-error.ts";

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

/** A chosen file beside the photos of the form. */
export interface AsideFile {
  name: string;
  /** A picture of it; null where this browser has none. */
  src: string | null;
}

export interface TraySnapshot {
  photos: TrayPhoto[];
  ready: number;
  pending: number;
  failed: number;
  /** Names of files to choose again, so that their uploads resume. */
  interrupted: string[];
  /** Names of files to send again: photos without a listing are kept for a day. */
  lost: string[];
  /** Pictures of interrupted and lost files, by name. */
  thumbs: Readonly<Record<string, string>>;
}

/** A photo of the listing, or the upload of one. */
export interface Entry {
  key: string;
  name: string;
  src: string | null;
  photo: Photo | null;
  task: UploadTask | null;
  isTurning: boolean;
  /** For the draft, until the photo is stored. */
  thumb?: string | null;
}

export function toEntry(photo: Photo, name = ""): Entry {
  return { key: photo.id, name, src: null, photo, task: null, isTurning: false };
}

/** Null until the upload has succeeded. */
export function storedPhoto({ photo, task }: Entry): Photo | null {
  return task ? task.getSnapshot().photo : photo;
}

/** `checking` files are looked at before they become entries. */
export function snapshotOf(
  entries: readonly Entry[],
  checking: number,
): Pick<TraySnapshot, "photos" | "ready" | "pending" | "failed"> {
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

/** The photo as a draft keeps it; its id is "" if the server may not have it. */
export function toDraftPhoto(entry: Entry): DraftPhoto {
  const { name, photo, task, thumb } = entry;
  const id = task ? task.getSnapshot().id : photo?.id;
  const isFailed = task?.getSnapshot().state === "error";
  const kept = { id: (!isFailed && id) || "", name };
  return thumb && !storedPhoto(entry) ? { ...kept, thumb } : kept;
}

/** Whether a draft has the listing's photos in their order. */
export function areAsPublished(photos: DraftPhoto[], published: readonly Photo[]): boolean {
  return (
    photos.length === published.length &&
    photos.every(({ id }, index) => id === published[index]?.id)
  );
}

export function release(entry: Entry): void {
  if (entry.task && entry.src) URL.revokeObjectURL(entry.src);
}

/** Pictures by file name; a draft may hold anything. */
export function thumbsOf(photos: readonly DraftPhoto[]): Record<string, string> {
  return Object.fromEntries(
    photos.flatMap(({ name, thumb }) =>
      typeof thumb === "string" && thumb.startsWith("data:image/") ? [[name, thumb]] : [],
    ),
  );
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
