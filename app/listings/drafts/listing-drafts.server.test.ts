import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../../testing/account-deletion.ts";
import { flashOf } from "../../../testing/cookies.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { listingDrafts } from "../../db/operation-schema.ts";
import { photos } from "../../db/schema.ts";
import { sweepPhotos } from "../../photos/sweep.server.ts";
import { purgeExpired } from "../../privacy/purge.server.ts";
import { createListing } from "../publishing.server.ts";

const site = shareTestSite();

const form = (overrides: object = {}) => ({
  id: crypto.randomUUID(),
  continues: "",
  fields: { title: ["Rancho do Rascunho"], lazer: ["Sauna"] },
  photos: [] as string[],
  ...overrides,
});

function send(cookie: string, entry: Record<string, string>) {
  return site().app.request("/posts/create/rascunho", {
    method: "POST",
    body: new URLSearchParams(entry),
    headers: { Cookie: cookie },
  });
}

/** Saves a form; returns whether it was kept, or the status of a refusal. */
async function save(cookie: string, saved: object) {
  const answer = await send(cookie, { conteudo: JSON.stringify(saved) });
  return answer.status === 200 ? (await answer.json()).ok : answer.status;
}

const draftsOf = (uid: string) =>
  site().db.select().from(listingDrafts).where(eq(listingDrafts.uid, uid));

async function page(cookie: string, path: string): Promise<string> {
  return (await site().app.request(path, { headers: { Cookie: cookie } })).text();
}

test("a new ad's form is continued on any device, by its owner alone, until it is published", async () => {
  const [maria, other] = [await signIn(site()), await signIn(site())];
  const { uid } = maria.user;
  const photo = await createWaitingPhoto(site(), uid);
  const first = form({ photos: [photo] });
  expect(await save(maria.cookie, first)).toBe(true);
  expect(await save(maria.cookie, first)).toBe(true);
  const html = await page(maria.cookie, "/posts/create");
  for (const part of ["Rancho do Rascunho", `name="foto" value="${photo}"`, "Descartar"]) {
    expect(html).toContain(part);
  }
  expect(/<input[^>]*value="Sauna"[^>]*>/.exec(html)?.[0]).toContain("checked");
  expect(await page(maria.cookie, "/dashboard")).toContain("Continuar de onde parou");
  expect(await page(other.cookie, "/posts/create")).not.toContain("Rancho do Rascunho");
  expect(await page(other.cookie, "/dashboard")).not.toContain("Continuar de onde parou");

  // Another device continues it; the first, still open, doesn't take its place any more.
  const second = form({ continues: first.id, fields: { title: ["Do computador"] } });
  expect(await save(maria.cookie, second)).toBe(true);
  expect(await save(maria.cookie, first)).toBe(false);
  expect(await save(maria.cookie, form())).toBe(false);
  expect(await draftsOf(uid)).toMatchObject([{ draftId: second.id, fields: second.fields }]);

  const chosen = await createWaitingPhoto(site(), uid, { draftId: second.id });
  await createListing(site().db, uid, listingInput(), [chosen]);
  expect(await draftsOf(uid)).toEqual([]);
  // Saves that arrive late, the first of a form among them
  for (const continues of [second.id, ""]) {
    expect(await save(maria.cookie, { ...second, continues })).toBe(false);
  }
  expect(await save(maria.cookie, form())).toBe(true);
  expect((await deleteAccount(site(), maria.cookie, maria.password)).status).toBe(302);
  expect(await draftsOf(uid)).toEqual([]);
});

test("without script it is discarded, and a save that was under way doesn't bring it back", async () => {
  const { cookie, user } = await signIn(site());
  const saved = form();
  await save(cookie, saved);
  const answer = await send(cookie, { apagar: "sim" });
  expect(answer.headers.get("Location")).toBe("/dashboard");
  expect(await flashOf(answer)).toMatchObject({ text: "Anúncio descartado." });
  expect(await save(cookie, { ...saved, continues: saved.id })).toBe(false);
  expect(await draftsOf(user.uid)).toEqual([]);
});

test("neither a visitor's form nor what is none is kept", async () => {
  expect(await save("", form())).toBe(302);
  const { cookie, user } = await signIn(site());
  const eleven = Array.from({ length: 11 }, () => crypto.randomUUID());
  const entries = [{ id: "x" }, { photos: eleven }, { fields: { title: ["a\0"] } }];
  for (const entry of entries) expect(await save(cookie, form(entry))).toBe(400);
  expect((await send(cookie, { conteudo: "{" })).status).toBe(400);
  expect(await draftsOf(user.uid)).toEqual([]);
});

test("its photos outlive the sweep for 30 days, and those of others don't", async () => {
  const { db, photoStore } = site();
  const [{ user, cookie }, other] = [await signIn(site()), await signIn(site())];
  const aged = { createdAt: new Date(Date.now() - 29 * 86_400_000) };
  const mine = await createWaitingPhoto(site(), user.uid, aged);
  const foreign = await createWaitingPhoto(site(), other.user.uid, aged);
  expect(await save(cookie, form({ photos: [mine, foreign] }))).toBe(true);
  const leftAt = async (days: number) => {
    const savedAt = sql`now() - ${days} * interval '1 day'`;
    await db.update(listingDrafts).set({ savedAt }).where(eq(listingDrafts.uid, user.uid));
    await purgeExpired(db, { mail: 10, visits: 731, auditLog: 90 });
    await sweepPhotos(db, photoStore);
    const rows = await db
      .select()
      .from(photos)
      .where(inArray(photos.id, [mine, foreign]));
    return rows.map(({ id }) => id);
  };
  expect(await leftAt(29)).toEqual([mine]);
  expect(await leftAt(31)).toEqual([]);
  expect(await draftsOf(user.uid)).toEqual([]);
});
