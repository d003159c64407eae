import type { Photo } from "../photos/photo.ts";
import { abortAfter } from "../site/abort-after.ts";
import { type UploadError, uploadError, uploadErrorOf } from "./upload-error.ts";

export const uploadPath = "/envios";

/** Stands in the URL between a photo's id and that of the form that shows it. */
export const turnPart = "girar/";

export function uploadIdOf(url: string): string | null {
  return new RegExp(`${uploadPath}/([\\w-]+)/?$`).exec(url)?.[1] ?? null;
}

/** Deletes an upload or unattached photo; the sweep removes it if that fails. */
export async function discardUpload(id: string): Promise<void> {
  await fetch(`${uploadPath}/${id}`, {
    method: "DELETE",
    headers: { "Tus-Resumable": "1.0.0" },
    keepalive: true,
  }).catch(() => undefined);
}

/** The photo is null while it is being made. */
export type UploadResult =
  | { photo: Photo | null }
  | { error: UploadError; status: number; retryAfterSeconds?: number };

export async function fetchUploadResult(id: string, signal?: AbortSignal): Promise<UploadResult> {
  const response = await fetch(`${uploadPath}/${id}/situacao`, { signal });
  return response.status === 202 ? { photo: null } : readResult(response);
}

async function readResult(response: Response): Promise<UploadResult> {
  const { status } = response;
  if (!response.ok) {
    const retryAfterSeconds = Number(response.headers.get("Retry-After"));
    return { status, error: uploadErrorOf(status, await response.text()), retryAfterSeconds };
  }
  const { photo } = (await response.json()) as { photo?: Photo };
  return photo ? { photo } : { status, error: uploadError("no-download-url") };
}

const turnPatienceMs = 60_000;

/** Turns a photo clockwise by a right angle, which makes a new photo of it. */
export async function requestTurn(id: string, draftId: string): Promise<UploadResult> {
  const response = await fetch(`${uploadPath}/${id}/${turnPart}${draftId}`, {
    method: "POST",
    signal: abortAfter(turnPatienceMs),
  });
  return readResult(response);
}
