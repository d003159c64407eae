import { abortAfter } from "../../../platform/web/abort-after.ts";
import { type Photo, uploadFailure } from "../photo.ts";

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

/** The kinds of spec §8. */
export type UploadErrorKind =
  | "unknown"
  | "object-not-found"
  | "unauthenticated"
  | "unauthorized"
  | "quota-exceeded"
  | "retry-limit-exceeded"
  | "canceled"
  | "invalid-url"
  | "invalid-argument"
  | "server-file-wrong-size"
  | "no-download-url";

export interface UploadError {
  kind: UploadErrorKind;
  message: string;
  /** The file itself is lost: trying again is no use, and a form needn't wait. */
  isUnreadable?: boolean;
}

/** Sentences for failures without one from the server (spec §8). */
const failureSentences: Record<UploadErrorKind, string> = {
  unknown: uploadFailure,
  "object-not-found": `${uploadFailure}: o envio se perdeu. Tente de novo.`,
  unauthenticated: `${uploadFailure}: entre de novo na sua conta.`,
  unauthorized: `${uploadFailure}: este envio é de outra conta.`,
  "quota-exceeded": `${uploadFailure}: não há mais espaço para fotos.`,
  "retry-limit-exceeded": `${uploadFailure}: a conexão não respondeu. Tente de novo.`,
  canceled: "O envio da imagem foi cancelado.",
  "invalid-url": `${uploadFailure}: o endereço do envio não é válido.`,
  "invalid-argument": `${uploadFailure}: ela não foi aceita.`,
  "server-file-wrong-size": `${uploadFailure}: o tamanho não confere. Tente de novo.`,
  "no-download-url": `${uploadFailure}: ela chegou, mas não abriu. Tente de novo.`,
};

const kindsByStatus: Record<number, UploadErrorKind> = {
  400: "invalid-argument",
  401: "unauthenticated",
  402: "quota-exceeded",
  403: "unauthorized",
  404: "object-not-found",
  410: "object-not-found",
  413: "invalid-argument",
  415: "invalid-argument",
  422: "invalid-argument",
};

export function uploadError(kind: UploadErrorKind): UploadError {
  return { kind, message: failureSentences[kind] };
}

/** Uses the response as the sentence only if it is a short plain text of ours. */
export function uploadErrorOf(status: number | null, body: string): UploadError {
  const error = uploadError(kindsByStatus[status ?? 0] ?? "unknown");
  const text = body.trim();
  const isSentence = text !== "" && text.length <= 300 && !/[<{]/.test(text);
  // A proxy's own 5xx may be a plain text, too.
  const isOurs = status !== null && (status < 500 || text.startsWith(uploadFailure));
  return isOurs && isSentence ? { ...error, message: text } : error;
}

/** Milliseconds without progress before an upload gives up (spec §9). */
export const uploadRetryLimit = 600_000;

/** The limit of spec §9. */
const maxChunkBytes = 33_554_432;

/** Waits 1, 2, 4 … 64 s (spec §9), half of it random, so that many clients don't return at once. */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(2 ** attempt, 64) * 1000 * (0.5 + random / 2);
}

/** The growth of chunks in spec §9. */
export function nextChunkBytes(chunkBytes: number): number {
  return Math.min(chunkBytes * 2, maxChunkBytes);
}

/**
 * Retries without a response (null) and after 5xx, 408 and 429 (spec §8), and after 409 and 423,
 * when the server is still handling the last request. A `retryAfterSeconds` beyond the retry limit
 * is final.
 */
export function isRetryable(status: number | null, retryAfterSeconds = 0): boolean {
  if (retryAfterSeconds * 1000 > uploadRetryLimit) return false;
  return status === null || status >= 500 || [408, 409, 423, 429].includes(status);
}
