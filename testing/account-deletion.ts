import { type SQL, sql } from "drizzle-orm";
import { photos, posts, uploads, users } from "../app/platform/db/schema.ts";
import { accounts, sessions } from "../app/platform/db/session-schema.ts";
import { postForm } from "./account-pages.ts";
import { listingForm as listingFormWith } from "./advertiser.ts";
import { makeJpeg } from "./pictures.ts";
import type { TestSite } from "./site.ts";
import { asking, beginUpload } from "./upload.ts";

const jpeg = await makeJpeg(320, 240);

export function post(
  site: TestSite,
  path: string,
  body: URLSearchParams | FormData,
  cookie: string,
) {
  return site.app.request(path, { method: "POST", body, headers: { Cookie: cookie } });
}

export function deleteAccount(site: TestSite, cookie: string, currentPassword: string) {
  return postForm(site, "/minha-conta/excluir", { currentPassword }, cookie);
}

/** Uploads in one request, as the picker does. */
export function upload(site: TestSite, cookie: string) {
  return beginUpload(asking(site), cookie, { size: jpeg.length, bytes: jpeg });
}

export function listingForm(): FormData {
  return listingFormWith({}, [jpeg]);
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
