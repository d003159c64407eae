import type { TestSite } from "./site.ts";

/** Sends a request to the site, which may run in this process or another. */
export type Ask = (path: string, init: RequestInit) => Response | Promise<Response>;

export function asking(site: TestSite): Ask {
  return (path, init) => site.app.request(path, init);
}

const tus = { "Tus-Resumable": "1.0.0" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A file to upload; its declared `size` may differ from the bytes sent. */
export interface TestUpload {
  size: number;
  name?: string;
  type?: string;
  draft?: string;
  bytes?: Buffer;
  /** Headers instead of the usual ones. */
  headers?: Record<string, string>;
}

export async function beginUpload(ask: Ask, cookie: string | null, file: TestUpload) {
  const { size, name = "foto.jpg", type = "image/jpeg", draft = crypto.randomUUID(), bytes } = file;
  const metadata = { filename: name, filetype: type, draft };
  const headers: Record<string, string> = {
    ...tus,
    "Upload-Length": String(size),
    "Upload-Metadata": Object.entries(metadata)
      .map(([key, value]) => `${key} ${base64(value)}`)
      .join(","),
  };
  if (cookie) headers.Cookie = cookie;
  if (bytes) headers["Content-Type"] = "application/offset+octet-stream";
  Object.assign(headers, file.headers);
  const body = bytes ? { body: new Uint8Array(bytes) } : {};
  return ask("/envios", { method: "POST", headers, ...body });
}

/** Id of the upload that an answer to `beginUpload` tells of, and of its photo. */
export function uploadIdIn(answer: Response): string {
  return answer.headers.get("Location")?.split("/")[2] ?? "";
}

/** Sends a file in a single request, as browsers do with small ones; returns the photo's id. */
export async function uploadPhoto(
  site: TestSite,
  cookie: string,
  bytes: Buffer,
  draft?: string,
): Promise<string> {
  const file = { size: bytes.length, bytes, ...(draft && { draft }) };
  const answer = await beginUpload(asking(site), cookie, file);
  if (answer.status !== 201) throw new Error(`the upload was refused: ${await answer.text()}`);
  return uploadIdIn(answer);
}

export async function sendPart(
  ask: Ask,
  cookie: string,
  path: string,
  offset: number,
  bytes: Uint8Array,
) {
  return ask(path, {
    method: "PATCH",
    headers: {
      ...tus,
      Cookie: cookie,
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
}

export async function askOffset(ask: Ask, cookie: string, path: string): Promise<number> {
  const answer = await ask(path, { method: "HEAD", headers: { ...tus, Cookie: cookie } });
  return Number(answer.headers.get("Upload-Offset"));
}

export async function fetchUploadStatus(ask: Ask, cookie: string, path: string): Promise<Response> {
  return ask(`${path}/situacao`, { headers: { Cookie: cookie } });
}
