import type { Photo } from "../../../../domain/photos/photo.ts";
import type { UploadError } from "../../../../domain/photos/uploads/upload-error.ts";

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
