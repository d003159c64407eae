import { abortAfter } from "../../../platform/web/abort-after.ts";
import type { Photo } from "../photo.ts";
import { type UploadError, uploadError, uploadErrorOf } from "./upload-error.ts";
import { isRetryable } from "./upload-retry.ts";

export const uploadPath = "/envios";

/** Stands in the URL between a photo's id and that of the form that shows it. */
export const turnPart = "girar/";

export function uploadIdOf(url: string): string | null {
  return new RegExp(`${uploadPath}/([\\w-]+)/?$`).exec(url)?.[1] ?? null;
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

const deletionPatienceMs = 30_000;

/** Removed uploads and photos take up places in their form until the server has deleted them. */
const removed = new Set<string>();
const deletions = new Map<string, Promise<number | null>>();

/** Deletes an upload or unattached photo. If that fails, the next upload repeats it. */
export async function discardUpload(id: string): Promise<void> {
  removed.add(id);
  await requestDeletion(id);
}

export interface RequestFailure {
  /** Null without an answer. */
  status: number | null;
  error: UploadError;
}

/** Completes the deletions, so that the next photo has a place; null if there are none. */
export function settleDeletions(): Promise<RequestFailure | null> | null {
  return removed.size > 0 ? completeDeletions([...removed]) : null;
}

async function completeDeletions(ids: string[]): Promise<RequestFailure | null> {
  const statuses = await Promise.all(ids.map(requestDeletion));
  const status = statuses.find(mayDeleteLater);
  return status === undefined ? null : { status, error: uploadErrorOf(status, "") };
}

function mayDeleteLater(status: number | null): boolean {
  return status === 401 || isRetryable(status);
}

function requestDeletion(id: string): Promise<number | null> {
  const running = deletions.get(id);
  if (running) return running;
  const init = { headers: { "Tus-Resumable": "1.0.0" }, signal: abortAfter(deletionPatienceMs) };
  const deletion = fetch(`${uploadPath}/${id}`, { ...init, method: "DELETE", keepalive: true })
    .then(
      ({ status }) => status,
      () => null,
    )
    .then((status) => {
      deletions.delete(id);
      if (!mayDeleteLater(status)) removed.delete(id);
      return status;
    });
  deletions.set(id, deletion);
  return deletion;
}

const turnPatienceMs = 60_000;

/** Turns a photo clockwise by a right angle, which makes a new photo of it. */
export async function requestTurn(
  id: string,
  draftId: string,
): Promise<{ photo: Photo | null } | { error: UploadError }> {
  const settling = settleDeletions();
  if (settling) await settling;
  const init = { method: "POST", signal: abortAfter(turnPatienceMs) };
  return fetch(`${uploadPath}/${id}/${turnPart}${draftId}`, init)
    .then(readResult)
    .catch(() => ({ error: uploadErrorOf(null, "") }));
}
