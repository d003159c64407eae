import { type Photo, photoUrl } from "../photos/photo.ts";
import type { DraftPhoto } from "../ui/forms/form-drafts.ts";
import type { UploadError } from "./upload-error.ts";
import type { UploadState, UploadTask } from "./upload-task.ts";

export interface TrayPhoto {
  key: string;
  name: string;
  src: string | null;
  /** Shown if `src` can't be decoded. */
  fallbackSrc: string | null;
  state: UploadState;
  isStarted: boolean;
  /** From 0 to 1, as confirmed by the server. */
  progress: number;
  isOffline: boolean;
  id: string | null;
  error: UploadError | null;
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

export function toEntry(photo: Photo, name = ""): Entry {
  return { key: photo.id, name, src: null, photo, task: null, isTurning: false };
}

/** Null until the upload has succeeded. */
export function storedPhoto({ photo, task }: Entry): Photo | null {
  return task ? task.getSnapshot().photo : photo;
}

export function toTrayPhoto(entry: Entry): TrayPhoto {
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

/** Without an id until the server knows the upload, and if that failed. */
export function toDraftPhoto({ name, photo, task }: Entry): DraftPhoto {
  const upload = task?.getSnapshot();
  const id = upload ? upload.id : photo?.id;
  return { id: (upload?.state !== "error" && id) || "", name };
}

export function release(entry: Entry): void {
  if (entry.task && entry.src) URL.revokeObjectURL(entry.src);
}
