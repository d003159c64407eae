import type { Photo } from "../../photos/photo.ts";
import type { UploadError } from "../upload-error.ts";

/** Spec §4. */
export type UploadState = "running" | "paused" | "success" | "canceled" | "error";

export interface UploadSnapshot {
  state: UploadState;
  /** Share from 0 to 1 of the bytes, as confirmed by the server. */
  progress: number;
  /** The site can't be reached; the upload continues by itself. */
  isOffline: boolean;
  id: string | null;
  photo: Photo | null;
  error: UploadError | null;
}

/** Brings a photo into a form. An external store for React. */
export interface PhotoTask {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => UploadSnapshot;
  readonly started: boolean;
  start: () => void;
  pause: () => void;
  resume: () => void;
  /** Stops for now, as the form is left. */
  suspend: () => void;
  cancel: () => void;
  retry: () => void;
}
