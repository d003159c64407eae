import { randomUUID } from "node:crypto";
import { Server } from "@tus/server";
import type { Db } from "../../../platform/db/client.server.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { DiskFull } from "../../../platform/web/disk/free-space.server.ts";
import { retryAfterSeconds as outageSeconds } from "../../../platform/web/outage.server.ts";
import type { Refusal } from "../../../platform/web/refusal.ts";
import type { CurrentUser } from "../../accounts/session-context.server.ts";
import { maxPhotoBytes, notAnImageMessage, photoTooLargeMessage, uploadFailure } from "../photo.ts";
import { findPhoto } from "../photos.server.ts";
import type { PhotoRefusal } from "../variants.server.ts";
import { beginUpload, refuseFullDisk, type UploadRefusal } from "./admission/admission.server.ts";
import { rotatePhoto } from "./rotate-photo.server.ts";
import { turnPart, uploadPath } from "./upload-requests.ts";
import {
  canceled,
  cancelUpload,
  dropUpload,
  findUploadOwner,
  finishUpload,
  isCanceled,
  isFinishing,
  type PhotoIntake,
} from "./uploads.server.ts";

/** Limit per advertiser and process; the picker needs two. */
const maxRequestsAtOnce = 12;

/** Sentences for statuses that tus sets itself (spec §8). */
const sentences: Record<number, string> = {
  404: "Este envio não existe mais. Escolha a foto de novo.",
  410: "Este envio não existe mais. Escolha a foto de novo.",
  413: photoTooLargeMessage,
};

class TusError {
  status_code: number;
  body: string;
  constructor(status: number, sentence: string) {
    this.status_code = status;
    this.body = sentence;
  }
}

interface UploadObserver {
  onError: (error: unknown) => void;
  onOutcome: (outcome: "success" | "refused" | "canceled" | "failed") => void;
}

interface UploadRequest {
  user: CurrentUser;
  network: string;
  created?: string;
  hasMessage?: boolean;
  retryAfterSeconds?: number;
}

/**
 * The tus 1.0 endpoint, which also returns the state of an upload, and turns photos. Answers 401 to
 * visitors, 403 for others' uploads, 404 for unknown ones, 429 for too many requests or too much
 * decoding, 4xx with a sentence for refused files, and 503, to be retried, if store or database fail
 * (spec §8).
 */
export function createUploadEndpoint(
  intake: PhotoIntake,
  observer: UploadObserver,
): (request: Request, user: CurrentUser | null, network: string) => Promise<Response> {
  const { db, photoStore: store } = intake;
  const requests = new WeakMap<object, UploadRequest>();
  const open = new Map<string, number>();
  const tus = new Server({
    path: uploadPath,
    datastore: store.uploads.datastore,
    relativeLocation: true,
    maxSize: maxPhotoBytes,
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    // If tus took its default, it would include the query, which was never authorised.
    getFileIdFromRequest: (request) => parseUploadUrl(request.url).id,
    async onUploadCreate(request, upload) {
      const state = requests.get(request);
      const { filetype: type, filename, ...metadata } = upload.metadata ?? {};
      const draftId = metadata.draft ?? "";
      const { id, size } = upload;
      if (!state || !isUuid(draftId) || size === undefined) {
        throw new TusError(400, uploadFailure);
      }
      if (!type?.startsWith("image/") || size === 0) throw new TusError(415, notAnImageMessage);
      const { uid } = state.user;
      const { network } = state;
      const announced = { id, uid, draftId, filename: filename ?? "", size, network };
      const begun = await beginUpload(db, store, announced);
      if (!begun.ok) throw refuseWith(state, begun);
      state.created = id;
      return {};
    },
    async onUploadFinish(request, upload) {
      const state = requests.get(request);
      if (!state) throw new TusError(400, uploadFailure);
      const finished = await finishUpload(logFor(intake, state.user), state.user.uid, upload.id);
      // Another process is finishing it; the browser polls for the outcome.
      if (!finished) return {};
      if (!finished.ok) throw refuseWith(state, finished);
      observer.onOutcome("success");
      return {};
    },
    async onResponseError(request, error) {
      const state = requests.get(request);
      if (state) state.hasMessage = true;
      if (state && error instanceof DiskFull) {
        observer.onOutcome("refused");
        return refuseWith(state, refuseFullDisk());
      }
      if (error instanceof TusError) {
        observer.onOutcome("refused");
        return error;
      }
      // Status 501 means that the client used a tus feature this site does not offer.
      const status = "status_code" in error ? error.status_code : 500;
      if (status < 500 || status === 501) {
        if (status === 413) observer.onOutcome("refused");
        return new TusError(status === 501 ? 400 : status, sentences[status] ?? uploadFailure);
      }
      const id = state?.created ?? parseUploadUrl(request.url).id;
      if (id && (await isCanceled(db, id))) {
        observer.onOutcome("canceled");
        return new TusError(422, canceled.message);
      }
      observer.onError(error);
      observer.onOutcome("failed");
      return new TusError(503, uploadFailure);
    },
  });

  function refuseWith(state: UploadRequest, refusal: UploadRefusal | PhotoRefusal): TusError {
    const { retryAfterSeconds } = refusal;
    if (retryAfterSeconds) state.retryAfterSeconds = retryAfterSeconds;
    return new TusError(uploadStatusOf(refusal), refusal.message);
  }

  async function receive(request: Request, user: CurrentUser, network: string): Promise<Response> {
    const state: UploadRequest = { user, network };
    requests.set(request, state);
    const response = await tus.handleWeb(request);
    if (response.status < 400) return response;
    // The browser never learned this upload's URL, so it will start another.
    if (state.created) await dropUpload(db, store, state.created);
    if (state.retryAfterSeconds) {
      response.headers.set("Retry-After", String(state.retryAfterSeconds));
    }
    if (state.hasMessage) return response;
    // tus answers some requests itself, in English, before any hook runs.
    return answer(response.status, sentences[response.status] ?? uploadFailure);
  }

  return async function handleUpload(request, user, network) {
    if (!user) return answer(401, "Entre na sua conta para enviar fotos.");
    const atOnce = open.get(user.uid) ?? 0;
    if (atOnce >= maxRequestsAtOnce) {
      return answer(429, "São envios demais ao mesmo tempo. Espere os primeiros terminarem.");
    }
    open.set(user.uid, atOnce + 1);
    try {
      const response = await handle(request, user, network);
      if (response.status === 503 && !response.headers.has("Retry-After")) {
        response.headers.set("Retry-After", String(outageSeconds));
      }
      return response;
    } catch (error) {
      observer.onError(error);
      return answer(503, uploadFailure);
    } finally {
      const left = (open.get(user.uid) ?? 1) - 1;
      if (left > 0) open.set(user.uid, left);
      else open.delete(user.uid);
    }
  };

  async function handle(request: Request, user: CurrentUser, network: string): Promise<Response> {
    const { id, part } = parseUploadUrl(request.url);
    const turnFor = part?.startsWith(turnPart) ? part.slice(turnPart.length) : null;
    const methods = methodsOf(id, part, turnFor !== null);
    if (!methods.includes(request.method)) {
      return answer(405, "Aqui só se enviam fotos.", { Allow: methods.join(", ") });
    }
    if (id !== undefined && turnFor !== null) return turn(user, id, turnFor);
    if (id !== undefined) {
      if (part !== undefined && part !== "situacao") return answer(404, sentences[404] ?? "");
      const owner = isUuid(id) ? await findUploadOwner(db, id) : null;
      if (owner === null && part === "situacao" && (await hasPhoto(db, user.uid, id))) {
        return answer(410, "Esta foto já está num anúncio.");
      }
      if (owner === null) return answer(404, sentences[404] ?? uploadFailure);
      if (owner !== user.uid) return answer(403, "Este envio é de outra pessoa.");
      if (part === "situacao") return respondWithStatus(logFor(intake, user), user, id);
      if (request.method === "DELETE") {
        await cancelUpload(db, store, user.uid, id);
        observer.onOutcome("canceled");
        return new Response(null, { status: 204, headers: { "Tus-Resumable": "1.0.0" } });
      }
    }
    return receive(request, user, network);
  }

  async function turn(user: CurrentUser, of: string, draftId: string): Promise<Response> {
    const turned = isUuid(draftId)
      ? await rotatePhoto(logFor(intake, user), user.uid, of, draftId)
      : null;
    if (!turned) return answer(404, "Esta foto não está mais aqui.");
    if (turned.ok) return Response.json({ photo: turned.photo }, { status: 201 });
    return answerRefusal(turned);
  }
}

async function hasPhoto(db: Db, uid: string, id: string): Promise<boolean> {
  return (await findPhoto(db, uid, id)) !== null;
}

const collectionMethods = ["POST", "OPTIONS"];
const uploadMethods = ["HEAD", "PATCH", "DELETE", "OPTIONS"];
const statusMethods = ["GET", "HEAD"];
const turnMethods = ["POST"];

function methodsOf(id: string | undefined, part: string | undefined, isTurn: boolean): string[] {
  if (id === undefined) return collectionMethods;
  if (isTurn) return turnMethods;
  return part === undefined ? uploadMethods : statusMethods;
}

/** Reads an upload's id and the requested part of it, ignoring the rest of the URL. */
function parseUploadUrl(url: string): { id?: string; part?: string } {
  const [, id, ...rest] = new URL(url).pathname.slice(1).split("/");
  return { id: id || undefined, part: rest.length > 0 ? rest.join("/") : undefined };
}

function answer(status: number, sentence: string, more?: Record<string, string>): Response {
  const wait: Record<string, string> =
    status === 429 || status === 503 ? { "Retry-After": String(outageSeconds) } : {};
  return new Response(sentence, {
    status,
    headers: {
      ...wait,
      ...more,
      "Content-Type": "text/plain; charset=utf-8",
      "Tus-Resumable": "1.0.0",
    },
  });
}

function answerRefusal(refusal: UploadRefusal | PhotoRefusal): Response {
  const { retryAfterSeconds } = refusal;
  const wait: Record<string, string> = retryAfterSeconds
    ? { "Retry-After": String(retryAfterSeconds) }
    : {};
  return answer(uploadStatusOf(refusal), refusal.message, wait);
}

/** A file refused because of its content gets 422: in tus, 400 is a malformed request. */
function uploadStatusOf({ status }: Refusal): number {
  return status === 400 ? 422 : status;
}

function logFor(intake: PhotoIntake, { uid }: CurrentUser): PhotoIntake {
  return { ...intake, log: intake.log.child({ uid }) };
}

/** Answers browsers whose connection broke after the last byte. */
async function respondWithStatus(
  intake: PhotoIntake,
  user: CurrentUser,
  id: string,
): Promise<Response> {
  const { db, photoStore: store } = intake;
  const photo = await findPhoto(db, user.uid, id);
  if (photo) return Response.json({ state: "ready", photo });
  if (isFinishing(id)) return Response.json({ state: "processing" }, { status: 202 });
  // A process killed before making the photo left a complete file: finish it now.
  if (!(await store.uploads.isWhole(id))) {
    return Response.json({ state: "uploading" }, { status: 202 });
  }
  const made = await finishUpload(intake, user.uid, id);
  if (!made) return Response.json({ state: "processing" }, { status: 202 });
  if (made.ok) return Response.json({ state: "ready", photo: made.photo });
  return answerRefusal(made);
}
