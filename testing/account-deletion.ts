import { type SQL, sql } from "drizzle-orm";
import { photos, posts, uploads, users } from "../app/db/schema.ts";
import { accounts, sessions } from "../app/db/session-schema.ts";
import { makeJpeg } from "./pictures.ts";
import type { TestSite } from "./site.ts";

const jpeg = await makeJpeg(320, 240);
const base64 = (text: string) => Buffer.from(text).toString("base64");

export function post(
  site: TestSite,
  path: string,
  body: URLSearchParams | FormData,
  cookie: string,
) {
  return site.app.request(path, { method: "POST", body, headers: { Cookie: cookie } });
}

export function deleteAccount(site: TestSite, cookie: string, currentPassword: string) {
  return post(site, "/minha-conta/excluir", new URLSearchParams({ currentPassword }), cookie);
}

/** Uploads in one request, as the picker does. */
export function upload(site: TestSite, cookie: string) {
  return site.app.request("/envios", {
    method: "POST",
    body: jpeg as BodyInit,
    headers: {
      Cookie: cookie,
      "Tus-Resumable": "1.0.0",
      "Content-Type": "application/offset+octet-stream",
      "Upload-Length": String(jpeg.length),
      "Upload-Metadata": `filename ${base64("a.jpg")},filetype ${base64("image/jpeg")},draft ${base64(crypto.randomUUID())}`,
    },
  });
}

export function listingForm(): FormData {
  const form = new FormData();
  const fields = {
    title: "Rancho Beira d’Água",
    body: "Texto",
    valorFds: "100",
    telefone: "37900010264",
    whatsapp: "on",
    localizacao: "Turvo",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append("images", new File([jpeg as BlobPart], "a.jpg", { type: "image/jpeg" }));
  return form;
}

/** Number of rows that belong to an account, itself included. */
export async function countRowsOf({ db }: Pick<TestSite, "db">, uid: string): Promise<number> {
  const own: [Parameters<typeof db.$count>[0], SQL][] = [
    [users, sql`${users.id} = ${uid}`],
    [accounts, sql`${accounts.userId} = ${uid}`],
    [sessions, sql`${sessions.userId} = ${uid}`],
    [posts, sql`${posts.uid} = ${uid}`],
    [photos, sql`${photos.uid} = ${uid}`],
    [uploads, sql`${uploads.uid} = ${uid}`],
  ];
  const counts = await Promise.all(own.map(([table, isOwn]) => db.$count(table, isOwn)));
  return counts.reduce((sum, one) => sum + one, 0);
}
