import type { Photo } from "../photos/photo.ts";
import { type UploadError, uploadError, uploadErrorOf } from "./upload-error.ts";

/** Where uploads go. */
export const uploadEndpoint = "/envios";

/** The photo id an upload's address ends in. */
export function uploadIdOf(url: string): string | null {
  return /\/envios\/([\w-]+)\/?$/.exec(url)?.[1] ?? null;
}

/** Asks the server to drop an upload or a photo no listing has yet; a sweeper catches failures. */
export function discardUpload(id: string): void {
  fetch(`${uploadEndpoint}/${id}`, {
    method: "DELETE",
    headers: { "Tus-Resumable": "1.0.0" },
    keepalive: true,
  }).catch(() => undefined);
}

/** What the server says of an upload: a photo, null while it is none yet, or why it never will be. */
export type UploadStatus =
  | { photo: Photo | null }
  | { error: UploadError; status: number; retryAfterSeconds?: number };

/** Asks what became of an upload. Throws where the server cannot be reached. */
export async function fetchUploadStatus(id: string, signal?: AbortSignal): Promise<UploadStatus> {
  const response = await fetch(`${uploadEndpoint}/${id}/situacao`, { signal });
  if (response.status === 202) return { photo: null };
  const { status } = response;
  if (!response.ok) {
    const retryAfterSeconds = Number(response.headers.get("Retry-After"));
    return { status, error: uploadErrorOf(status, await response.text()), retryAfterSeconds };
  }
  const { photo } = (await response.json()) as { photo?: Photo };
  return photo ? { photo } : { status, error: uploadError("no-download-url") };
}
