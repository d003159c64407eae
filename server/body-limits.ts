import type { Context, MiddlewareHandler } from "hono";
import { readSession } from "../app/domain/accounts/session.server.ts";
import type { Site } from "./create-site.ts";

/** An ad's form with its photos, sent without script. */
const maxPhotoFormBytes = 64 * 1024 * 1024;
/** Any other body: five times the longest message of the contact form. */
const maxBodyBytes = 128 * 1024;

/** Photo forms at a time of all advertisers; each may send one. */
const photoFormsAtOnce = 4;

/** Each body's own allowance, enough for any ordinary form. */
const ownBytes = 8 * 1024;
/** Shared by everything beyond those allowances. */
const sharedBytes = 16 * 1024 * 1024;

interface Rejection {
  status: 413 | 429 | 503;
  sentence: string;
  retryAfter?: number;
}

const tooLarge: Rejection = { status: 413, sentence: "O que você enviou é grande demais." };
const alreadySending: Rejection = {
  status: 429,
  sentence: "Você já está enviando um formulário com fotos. Espere ele terminar e tente de novo.",
  retryAfter: 30,
};
const manySending: Rejection = {
  status: 503,
  sentence: "Muita gente está enviando fotos agora. Espere um minuto e tente de novo.",
  retryAfter: 60,
};
const crowded: Rejection = {
  status: 503,
  sentence: "O site está recebendo formulários demais agora. Tente de novo em instantes.",
  retryAfter: 5,
};

/**
 * Bounds the memory of request bodies. Counts bytes as they arrive, so a missing Content-Length
 * doesn't help; unread bodies stay with the client. Only advertisers may send a large one.
 */
export function limitBodies({
  auth,
  routeTable,
}: Pick<Site, "auth" | "routeTable">): MiddlewareHandler {
  const sending = new Set<string>();
  let shared = 0;

  return async function limitBody(c, next) {
    // Looking at a body makes the adapter build the whole request.
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const { body, headers } = c.req.raw;
    if (!body) return next();
    const length = declaredLength(headers);
    const mayBeLarge =
      isMultipart(c) &&
      routeTable.takesPhotos(c.req.path) &&
      (length === null || length > maxBodyBytes);
    const { user } = mayBeLarge ? await readSession(auth, headers) : { user: null };
    const limit = user ? maxPhotoFormBytes : maxBodyBytes;
    if (length !== null && length > limit) return answer(tooLarge);
    if (user && sending.has(user.uid)) return answer(alreadySending);
    if (user && sending.size >= photoFormsAtOnce) return answer(manySending);

    let rejection: Rejection | null = null;
    let size = 0;
    let ofShared = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length;
        // Photo forms are streamed, and limited by number.
        const more = user ? 0 : Math.max(size - ownBytes, 0) - ofShared;
        if (size > limit) rejection = tooLarge;
        else if (shared + more > sharedBytes) rejection = crowded;
        if (rejection) return controller.error(new Error(rejection.sentence));
        ofShared += more;
        shared += more;
        controller.enqueue(chunk);
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      // A canceled body throws if more of it arrives. The server drains or closes the connection.
      body: body.pipeThrough(count, { preventCancel: true }),
      duplex: "half",
    };
    c.req.raw = new Request(c.req.raw, init);
    if (user) sending.add(user.uid);
    try {
      await next();
    } finally {
      shared -= ofShared;
      if (user) sending.delete(user.uid);
    }
    if (!rejection) return;
    // If this is not cleared, Hono merges in the headers of the response that this one replaces.
    c.res = undefined;
    c.res = answer(rejection);
  };
}

function declaredLength(headers: Headers): number | null {
  const length = headers.get("Content-Length");
  return length === null || headers.has("Transfer-Encoding") ? null : Number(length);
}

function isMultipart(c: Context): boolean {
  return /^multipart\/form-data/i.test(c.req.header("Content-Type") ?? "");
}

function answer({ status, sentence, retryAfter }: Rejection): Response {
  const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
  if (retryAfter) headers.set("Retry-After", String(retryAfter));
  return new Response(sentence, { status, headers });
}
