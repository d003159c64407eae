import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { comparePhotos, readPhotograph, storePhotograph } from "../../../testing/photographs.ts";
import { listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { photoCopies } from "../../db/copy-schema.ts";
import { photos, posts } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { listLookalikes } from "../../reports/lookalikes.server.ts";
import { dismissCopies, listCopiedAds } from "./copied-photos.server.ts";

const sharedSite = shareTestSite();
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

// Photos of other tests would be found, too.
beforeEach(async () => {
  await sharedSite()
    .db.update(photos)
    .set({ differenceHash: "0".repeat(64) });
  await sharedSite().db.delete(photoCopies);
});

const path = "/operador/denuncias";

const dismiss = (vistas: string, cookie = operator) =>
  postForm(sharedSite(), path, { intent: "dispensar", id: "x", vistas }, cookie);

async function publishWith(title: string, photographs: string[]) {
  const site = sharedSite();
  const { user } = await signIn(site);
  const photoIds = [];
  for (const name of photographs) {
    photoIds.push(await storePhotograph(site, user.uid, await readPhotograph(name)));
  }
  const published = await createListing(site.db, user.uid, listingInput({ title }), photoIds);
  if (!published.ok) throw new Error(published.message);
  return { id: published.id, user };
}

/** Two ads of two advertisers that share two photographs, compared. */
async function copyAd() {
  const first = await publishWith("Casa do Píer", ["pier-at-sunset", "kitchen"]);
  const second = await publishWith("Casa copiada", ["pier-at-sunset", "kitchen"]);
  await comparePhotos(sharedSite());
  const [copied] = await listCopiedAds(sharedSite().db);
  return { first, second, seen: copied?.seen ?? [] };
}

test("ads of two advertisers with the same photos are one case among the reports, until they rest or are no copies", async () => {
  const site = sharedSite();
  const { first, second, seen } = await copyAd();
  expect(await listCopiedAds(site.db)).toMatchObject([
    {
      ads: [
        { id: first.id, title: "Casa do Píer", ownerName: first.user.displayName },
        { id: second.id, title: "Casa copiada" },
      ],
    },
  ]);
  expect(seen).toHaveLength(2);
  expect(await listCopiedAds(site.db)).toHaveLength(1);
  const page = await site.app.request(path, { headers: { Cookie: operator } });
  const html = await page.text();
  expect(html).toContain("A mesma foto em 2 anúncios");
  expect(html.indexOf("Casa do Píer")).toBeLessThan(html.indexOf("Casa copiada"));
  // Visitors learn nothing of it.
  expect(await (await site.app.request(`/posts/${second.id}`)).text()).not.toMatch(/cópia/i);

  const pause = (id: string, pausedBy: "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  await pause(second.id, "operator");
  expect(await listCopiedAds(site.db)).toHaveLength(0);
  await pause(second.id, null);

  // A pair found after the page was opened stays.
  expect((await dismiss(seen[0] ?? "")).status).toBe(302);
  expect(await listCopiedAds(site.db)).toMatchObject([{ seen: [seen[1]] }]);
  expect((await dismiss(seen.join(" "))).status).toBe(302);
  expect(await listCopiedAds(site.db)).toHaveLength(0);
  expect(await lastEntry(site, second.id)).toMatchObject({
    action: "copies-dismissed",
    after: { comparedWith: first.id, photos: 1 },
  });
  for (const vistas of [seen.join(" "), "", "x", "_", "a_b c_d", "\0"]) {
    expect((await dismiss(vistas)).status).toBe(409);
  }
});

test("one photo in four ads is one case, whose verdict is about one of them", async () => {
  const site = sharedSite();
  const ads = [];
  for (const title of ["Um", "Dois", "Três", "Quatro"]) {
    ads.push(await publishWith(title, ["kitchen"]));
  }
  await comparePhotos(site);
  const [copied, ...others] = await listCopiedAds(site.db);
  expect(others).toEqual([]);
  expect(copied?.ads.map(({ title }) => title)).toEqual(["Um", "Dois", "Três", "Quatro"]);
  expect(copied?.seen).toHaveLength(6);
  const fields = { caso: `pausar-${copied?.seen[0]}`, vistas: copied?.seen.join(" ") ?? "" };
  const judge = (more: Record<string, string>) =>
    postForm(site, path, { ...fields, motivo: "Foto de outro.", ...more }, operator);
  const unchosen = await judge({ intent: "pausar" });
  expect(unchosen.status).toBe(400);
  expect(await unchosen.text()).toContain("Escolha o anúncio.");
  expect((await judge({ intent: "pausar", id: ads[3]?.id ?? "" })).status).toBe(302);
  expect(await listCopiedAds(site.db)).toMatchObject([{ ads: [{}, {}, {}] }]);
  expect((await dismiss(fields.vistas)).status).toBe(302);
  expect(await listCopiedAds(site.db)).toHaveLength(0);
});

test("only staff may dismiss; deleting an ad deletes its pairs", async () => {
  const site = sharedSite();
  const { second, seen } = await copyAd();
  const { cookie, user } = await signIn(site);
  for (const outsider of ["", cookie]) {
    expect((await dismiss(seen.join(" "), outsider)).status).toBe(404);
  }
  expect(await dismissCopies(site.db, user, seen)).toMatchObject({ reason: "not-staff" });
  expect(await listCopiedAds(site.db)).toHaveLength(1);
  const deleted = await deleteListing(site.db, site.photoStore, second.user.uid, second.id);
  expect(deleted).toMatchObject({ ok: true });
  expect(await site.db.$count(photoCopies)).toBe(0);
});

test("an archived telephone rests until another ad has it", async () => {
  const site = sharedSite();
  const telefone = "37988880401";
  const shared = async () =>
    (await listLookalikes(site.db)).find((one) => one.telefone === telefone)?.listings.length;
  const archive = (vistas: string, cookie = operator) =>
    postForm(site, path, { intent: "arquivar-telefone", caso: telefone, vistas }, cookie);
  await publish(site, { telefone });
  const second = await publish(site, { telefone });
  expect(await shared()).toBe(2);
  expect((await archive(second.id, (await signIn(site)).cookie)).status).toBe(404);
  expect(await shared()).toBe(2);
  expect((await archive(second.id)).status).toBe(302);
  expect(await shared()).toBeUndefined();
  expect(await lastEntry(site, second.id)).toMatchObject({ action: "phone-archived" });
  for (const vistas of [second.id, crypto.randomUUID(), "x", "\0"]) {
    expect((await archive(vistas)).status).toBe(409);
  }
  await publish(site, { telefone });
  expect(await shared()).toBe(3);
});
