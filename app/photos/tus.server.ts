import { randomUUID } from "node:crypto";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import type { CurrentUser } from "../accounts/session.server.ts";
import type { Db } from "../db/client.server.ts";
import { isUuid } from "../db/uuid.ts";
import { maxPhotoBytes, notAnImageMessage, photoTooLargeMessage } from "./photo.ts";
import {
  beginUpload,
  cancelUpload,
  findPhoto,
  findUploadOwner,
  finishUpload,
  isFinishing,
  type PhotoStore,
} from "./photos.server.ts";

/** Where uploads are sent. */
export const uploadPath = "/envios";

/** What tus answers when nothing better is known, in the words of spec §8. */
const sentences: Record<number, string> = {
  404: "Este envio não existe mais. Escolha a foto de novo.",
  410: "Este envio não existe mais. Escolha a foto de novo.",
  413: photoTooLargeMessage,
};
const uploadFailure = "Erro ao fazer o upload da imagem";

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

/**
 * The upload endpoint: tus 1.0 for advertisers, every request authorised by the owner's id.
 * Answers 401 to visitors, 403 for another's upload, 404 for none. Refused files answer 4xx with a
 * sentence and leave nothing behind (spec §8).
 */
export function createUploadEndpoint(
  db: Db,
  store: PhotoStore,
  watcher: UploadWatcher,
): (request: Request, user: CurrentUser | null) => Promise<Response> {
  const owners = new WeakMap<object, CurrentUser>();
  const tus = new Server({
    path: uploadPath,
    datastore: new FileStore({ directory: store.uploadsDir }),
    relativeLocation: true,
    maxSize: maxPhotoBytes,
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    async onUploadCreate(request, upload) {
      const owner = owners.get(request);
      const draft = upload.metadata?.draft ?? "";
      const type = upload.metadata?.filetype ?? "";
      if (!owner || !isUuid(draft) || upload.size === undefined) {
        throw new UploadRefusal(400, uploadFailure);
      }
      if (!type.startsWith("image/") || upload.size === 0)
        throw new UploadRefusal(415, notAnImageMessage);
      const filename = upload.metadata?.filename ?? "";
      const begun = await beginUpload(db, { id: upload.id, uid: owner.uid, draft, filename });
      if ("refused" in begun) throw new UploadRefusal(422, begun.refused);
      return {};
    },
    async onUploadFinish(_request, upload) {
      const photo = await finishUpload(db, store, upload.id);
      if ("refused" in photo) throw new UploadRefusal(422, photo.refused);
      watcher.onOutcome("success");
      return {};
    },
    onResponseError(_request, error) {
      if (!("status_code" in error)) {
        watcher.onError(error);
        watcher.onOutcome("failed");
        return new UploadRefusal(500, uploadFailure);
      }
      if (error instanceof UploadRefusal) {
        watcher.onOutcome("refused");
        return error;
      }
      if (error.status_code === 413) watcher.onOutcome("refused");
      return new UploadRefusal(error.status_code, sentences[error.status_code] ?? uploadFailure);
    },
  });

  return async function handleUpload(request, user) {
    if (!user) return answer(401, "Entre na sua conta para enviar fotos.");
    const [, id, part] = new URL(request.url).pathname.slice(1).split("/");
    if (id !== undefined) {
      const owner = isUuid(id) ? await findUploadOwner(db, id) : null;
      if (owner === null) return answer(404, sentences[404] ?? uploadFailure);
      if (owner !== user.uid) return answer(403, "Este envio é de outra pessoa.");
      if (part === "situacao") return situation(db, store, user, id);
      if (request.method === "DELETE") {
        await cancelUpload(db, store, user.uid, id);
        watcher.onOutcome("canceled");
        return new Response(null, { status: 204, headers: { "Tus-Resumable": "1.0.0" } });
      }
    }
    owners.set(request, user);
    return tus.handleWeb(request);
  };
}

function answer(status: number, sentence: string): Response {
  return new Response(sentence, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Tus-Resumable": "1.0.0" },
  });
}

/** What became of an upload; a browser whose connection broke at the last byte asks. */
async function situation(
  db: Db,
  store: PhotoStore,
  user: CurrentUser,
  id: string,
): Promise<Response> {
  const photo = await findPhoto(db, user.uid, id);
  if (photo) return Response.json({ state: "ready", photo });
  if (isFinishing(id)) return Response.json({ state: "processing" }, { status: 202 });
  // A site killed between the last byte and the photo left the file whole: it is finished now.
  const finished = await new FileStore({ directory: store.uploadsDir })
    .getUpload(id)
    .then((upload) => upload.offset === upload.size)
    .catch(() => false);
  if (!finished) return Response.json({ state: "uploading" }, { status: 202 });
  const made = await finishUpload(db, store, id);
  return "refused" in made
    ? answer(422, made.refused)
    : Response.json({ state: "ready", photo: made });
}
