import { randomUUID } from "node:crypto";
import { Server } from "@tus/server";
import type { CurrentUser } from "../accounts/session.server.ts";
import type { Db } from "../db/client.server.ts";
import { isUuid } from "../db/uuid.ts";
import { maxPhotoBytes, notAnImageMessage, photoTooLargeMessage, uploadFailure } from "./photo.ts";
import { findPhoto } from "./photos.server.ts";
import {
  beginUpload,
  cancelUpload,
  dropUpload,
  findUploadOwner,
  finishUpload,
  isFinishing,
  type PhotoIntake,
} from "./uploads.server.ts";

/** Where uploads are sent. */
export const uploadPath = "/envios";

/** Requests that send bytes one advertiser may have open here at once; the picker has two. */
const maxRequestsAtOnce = 12;

/** What tus answers when nothing better is known, in the words of spec §8. */
const sentences: Record<number, string> = {
  404: "Este envio não existe mais. Escolha a foto de novo.",
  410: "Este envio não existe mais. Escolha a foto de novo.",
  413: photoTooLargeMessage,
};

/** A refusal of ours, in the form in which tus hooks throw them. */
class UploadRefusal {
  status_code: number;
  body: string;
  constructor(status: number, sentence: string) {
    this.status_code = status;
    this.body = sentence;
  }
}

/** Who is told of faults, and of what became of each upload. */
interface UploadWatcher {
  onError: (error: unknown) => void;
  onOutcome: (outcome: "success" | "refused" | "canceled" | "failed") => void;
}

/** Who sends a request, and the upload it begins. */
interface Sender {
  user: CurrentUser;
  begun?: string;
  /** The refusal has its sentence. */
  isTold?: boolean;
  /** When the same file may be accepted. */
  retryAfterSeconds?: number;
}

/**
 * The upload endpoint: tus 1.0 for advertisers, every request authorised by the owner's id.
 * Answers 401 to visitors, 403 for another's upload, 404 for none, 429 to too many at once and to too
 * much decoding work in an hour. Refused files answer 4xx with a sentence and leave nothing behind; a
 * failing store or database answers 503, and the same request may be sent again (spec §8).
 */
export function createUploadEndpoint(
  intake: PhotoIntake,
  watcher: UploadWatcher,
): (request: Request, user: CurrentUser | null) => Promise<Response> {
  const { db, photoStore: store } = intake;
  const senders = new WeakMap<object, Sender>();
  const open = new Map<string, number>();
  const tus = new Server({
    path: uploadPath,
    datastore: store.uploads.datastore,
    relativeLocation: true,
    maxSize: maxPhotoBytes,
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    // Else it takes the last part of the address, query included, which nobody has authorised.
    getFileIdFromRequest: (request) => addressed(request.url).id,
    async onUploadCreate(request, upload) {
      const sender = senders.get(request);
      const { draft, filetype: type, filename } = upload.metadata ?? {};
      const { id, size } = upload;
      if (!sender || !isUuid(draft ?? "") || !draft || size === undefined) {
        throw new UploadRefusal(400, uploadFailure);
      }
      if (!type?.startsWith("image/") || size === 0)
        throw new UploadRefusal(415, notAnImageMessage);
      const { uid } = sender.user;
      const announced = { id, uid, draft, filename: filename ?? "", size };
      const begun = await beginUpload(db, store, announced);
      if ("refused" in begun) throw new UploadRefusal(begun.noSpace ? 402 : 422, begun.refused);
      sender.begun = id;
      return {};
    },
    async onUploadFinish(request, upload) {
      const sender = senders.get(request);
      if (!sender) throw new UploadRefusal(400, uploadFailure);
      // Where another site is at it, the browser asks that one's outcome by its situation.
      const photo = await finishUpload(intake, sender.user.uid, upload.id);
      if (photo && "refused" in photo) {
        const { refused, retryAfterSeconds } = photo;
        if (retryAfterSeconds) sender.retryAfterSeconds = retryAfterSeconds;
        throw new UploadRefusal(retryAfterSeconds ? 429 : 422, refused);
      }
      if (photo) watcher.onOutcome("success");
      return {};
    },
    onResponseError(request, error) {
      const sender = senders.get(request);
      if (sender) sender.isTold = true;
      if (error instanceof UploadRefusal) {
        watcher.onOutcome("refused");
        return error;
      }
      // What tus may do and this site does not is the client's fault.
      const status = "status_code" in error ? error.status_code : 500;
      if (status < 500 || status === 501) {
        if (status === 413) watcher.onOutcome("refused");
        return new UploadRefusal(status === 501 ? 400 : status, sentences[status] ?? uploadFailure);
      }
      watcher.onError(error);
      watcher.onOutcome("failed");
      return new UploadRefusal(503, uploadFailure);
    },
  });

  async function receive(request: Request, user: CurrentUser): Promise<Response> {
    const sender: Sender = { user };
    senders.set(request, sender);
    const response = await tus.handleWeb(request);
    if (response.status < 400) return response;
    // A browser that was not told of its upload cannot go on with it; it begins another.
    if (sender.begun) await dropUpload(db, store, sender.begun);
    if (sender.retryAfterSeconds) {
      response.headers.set("Retry-After", String(sender.retryAfterSeconds));
    }
    if (sender.isTold) return response;
    // tus itself answers some requests before any hook, in English.
    return answer(response.status, sentences[response.status] ?? uploadFailure);
  }

  return async function handleUpload(request, user) {
    if (!user) return answer(401, "Entre na sua conta para enviar fotos.");
    const atOnce = open.get(user.uid) ?? 0;
    if (atOnce >= maxRequestsAtOnce) {
      return answer(429, "São envios demais ao mesmo tempo. Espere os primeiros terminarem.");
    }
    open.set(user.uid, atOnce + 1);
    try {
      const response = await handle(request, user);
      if (response.status === 503) response.headers.set("Retry-After", "5");
      return response;
    } catch (error) {
      watcher.onError(error);
      return answer(503, uploadFailure);
    } finally {
      const left = (open.get(user.uid) ?? 1) - 1;
      if (left > 0) open.set(user.uid, left);
      else open.delete(user.uid);
    }
  };

  async function handle(request: Request, user: CurrentUser): Promise<Response> {
    const { id, part } = addressed(request.url);
    const methods = id === undefined ? ofAll : part === undefined ? ofOne : ofSituation;
    if (!methods.includes(request.method)) {
      return answer(405, "Aqui só se enviam fotos.", { Allow: methods.join(", ") });
    }
    if (id !== undefined) {
      if (part !== undefined && part !== "situacao") return answer(404, sentences[404] ?? "");
      const owner = isUuid(id) ? await findUploadOwner(db, id) : null;
      if (owner === null && part === "situacao" && (await hasPhoto(db, user.uid, id))) {
        return answer(410, "Esta foto já está num anúncio.");
      }
      if (owner === null) return answer(404, sentences[404] ?? uploadFailure);
      if (owner !== user.uid) return answer(403, "Este envio é de outra pessoa.");
      if (part === "situacao") return situation(intake, user, id);
      if (request.method === "DELETE") {
        await cancelUpload(db, store, user.uid, id);
        watcher.onOutcome("canceled");
        return new Response(null, { status: 204, headers: { "Tus-Resumable": "1.0.0" } });
      }
    }
    return receive(request, user);
  }
}

/** Whether this advertiser has the photo, in a listing even. */
async function hasPhoto(db: Db, uid: string, id: string): Promise<boolean> {
  return isUuid(id) && (await findPhoto(db, uid, id)) !== null;
}

/** What may be asked of all uploads, of one, and of how it stands. */
const ofAll = ["POST", "OPTIONS"];
const ofOne = ["HEAD", "PATCH", "DELETE", "OPTIONS"];
const ofSituation = ["GET", "HEAD"];

/** The upload an address names, and what of it; all else of the address counts for nothing. */
function addressed(url: string): { id?: string; part?: string } {
  const [, id, ...rest] = new URL(url).pathname.slice(1).split("/");
  return { id: id || undefined, part: rest.length > 0 ? rest.join("/") : undefined };
}

function answer(status: number, sentence: string, more?: Record<string, string>): Response {
  const wait: Record<string, string> =
    status === 429 || status === 503 ? { "Retry-After": "5" } : {};
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

/** What became of an upload; a browser whose connection broke at the last byte asks. */
async function situation(intake: PhotoIntake, user: CurrentUser, id: string): Promise<Response> {
  const { db, photoStore: store } = intake;
  const photo = await findPhoto(db, user.uid, id);
  if (photo) return Response.json({ state: "ready", photo });
  if (isFinishing(id)) return Response.json({ state: "processing" }, { status: 202 });
  // A site killed between the last byte and the photo left the file whole: it is finished now.
  if (!(await store.uploads.isWhole(id))) {
    return Response.json({ state: "uploading" }, { status: 202 });
  }
  const made = await finishUpload(intake, user.uid, id);
  if (!made) return Response.json({ state: "processing" }, { status: 202 });
  if (!("refused" in made)) return Response.json({ state: "ready", photo: made });
  const { refused, retryAfterSeconds } = made;
  return retryAfterSeconds
    ? answer(429, refused, { "Retry-After": String(retryAfterSeconds) })
    : answer(422, refused);
}
