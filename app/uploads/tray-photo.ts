import { type Photo, photoUrl } from "../photos/photo.ts";
import type { DraftPhoto } from "../ui/forms/form-drafts.ts";
import type { PhotoTask, UploadState } from "./task/upload-state.ts";
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

export interface TraySnapshot {
  photos: TrayPhoto[];
  ready: number;
  pending: number;
  failed: number;
  /** Number of the photo that can be restored; null if none was removed. */
  removed: number | null;
  /** Names of files to choose again, so that their uploads resume. */
  interrupted: string[];
  /** Names of files to send again: photos without a listing are kept for a day. */
  lost: string[];
}

/** A photo of the listing, or the upload of one. */
export interface Entry {
  key: string;
  name: string;
  src: string | null;
  photo: Photo | null;
  task: PhotoTask | null;
  isTurning: boolean;
}

export function toEntry(photo: Photo, name = ""): Entry {
  return { key: photo.id, name, src: null, photo, task: null, isTurning: false };
}

/** Null until the upload has succeeded. */
export function storedPhoto({ photo, task }: Entry): Photo | null {
  return task ? task.getSnapshot().photo : photo;
}

interface TrayState {
  removed: number | null;
  /** Number of chosen files whose content is being looked at. */
  checking: number;
  interrupted: readonly DraftPhoto[];
  lost: readonly DraftPhoto[];
}

export function snapshotOf(entries: readonly Entry[], state: TrayState): TraySnapshot {
  const photos = entries.map(toTrayPhoto);
  const count = (...of: string[]) => photos.filter(({ state: its }) => of.includes(its)).length;
  return {
    photos,
    removed: state.removed,
    ready: count("success"),
    pending: state.checking + count("running", "paused"),
    failed: count("error"),
    interrupted: state.interrupted.map(({ name }) => name),
    lost: state.lost.map(({ name }) => name),
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
export function toDraftPhoto({ name, photo, task }: Entry): DraftPhoto {
  const id = task ? task.getSnapshot().id : photo?.id;
  const isFailed = task?.getSnapshot().state === "error";
  return { id: (!isFailed && id) || "", name };
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
