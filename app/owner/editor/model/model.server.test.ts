import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { flashOf } from "../../../../testing/cookies.ts";
import { makeJpeg } from "../../../../testing/pictures.ts";
import { readForm } from "../../../../testing/read-form.ts";
import { listingInput, shareTestSite, signIn, type TestSite } from "../../../../testing/site.ts";
import { seasons } from "../../../db/calendar-schema.ts";
import { listingDrafts } from "../../../db/operation-schema.ts";
import { photos, posts, unavailableDays, users } from "../../../db/schema.ts";
import { createListing } from "../../../listings/publishing.server.ts";
import { takePhoto } from "../../../uploads/uploads.server.ts";

const sharedSite = shareTestSite();
const jpeg = await makeJpeg(60, 40);

const details = {
  title: "Rancho Beira d’Água",
  body: "O gramado termina\nonde a água começa.",
  valorFds: "2400.50",
  valorDiaria: "950",
  observacoesTarifa: "Pacote de feriado à parte.",
  enderecoCompleto: "Rua do Píer, 12",
  estradaDeTerra: 3,
  position: { latitude: -20.6147, longitude: -46.0497 },
  mapaExato: true,
  lazer: ["Piscina", "Sauna"],
  aceitaPets: true,
  telefone: "37900010264",
  whatsapp: true,
  nomePix: "Maria Aparecida Leite",
  unavailableDays: ["2090-12-24"],
};

/** An advertiser who may publish another ad, with one that has two photos and two seasons. */
async function publishModel(site: TestSite) {
  const { cookie, user } = await signIn(site);
  await site.db.update(users).set({ postsPermitidos: 2 }).where(eq(users.id, user.uid));
  const ids = [];
  for (const filename of ["a.jpg", "b.jpg"]) {
    const file = { uid: user.uid, draftId: randomUUID(), filename, bytes: jpeg };
    const taken = await takePhoto(site, file);
    if (!taken.ok) throw new Error(taken.message);
    ids.push(taken.photo.id);
  }
  const published = await createListing(site.db, user.uid, listingInput(details), ids);
  if (!published.ok) throw new Error(published.message);
  const postId = published.id;
  await site.db.insert(seasons).values([
    { postId, temporada: "Carnaval", de: "2090-02-01", ate: "2090-02-06", valorDiaria: "1800" },
    { postId, temporada: "Passado", de: "2020-02-01", ate: "2020-02-06", valorDiaria: "1" },
  ]);
  return { cookie, uid: user.uid, id: postId };
}

function open(site: TestSite, cookie: string, path: string) {
  return site.app.request(path, { headers: { Cookie: cookie } });
}

function send(
  site: TestSite,
  cookie: string,
  path: string,
  entries: [string, string][],
  files: Buffer[] = [],
) {
  const body = new FormData();
  for (const bytes of files) body.append("images", new File([bytes as BlobPart], "foto.jpg"));
  for (const [name, value] of entries) body.append(name, value);
  return site.app.request(path, { method: "POST", body, headers: { Cookie: cookie } });
}

function newest(site: TestSite, uid: string) {
  return site.db.select().from(posts).where(eq(posts.uid, uid)).orderBy(asc(posts.createdAt));
}

test("without script, an ad begun from another has all its fields and coming seasons, and no calendar", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const dashboard = async () => (await open(site, cookie, "/dashboard")).text();
  expect(await dashboard()).toContain(`href="${path}"`);
  const page = await open(site, cookie, path);
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const words of ["Começa com o que está em", "É o título de", "Confira a posição: veio de"])
    expect(html).toContain(`${words} “Rancho Beira d’Água”`);
  const entries = readForm(html);
  const shown = { title: details.title, datasIndisponiveis: "" };
  expect(Object.fromEntries(entries)).toMatchObject(shown);
  expect(entries.filter(([name]) => name === "foto")).toEqual([]);

  const renamed = entries.map(([name, value]): [string, string] =>
    name === "title" ? [name, "Casa do Píer"] : [name, value],
  );
  expect((await send(site, cookie, path, renamed)).status).toBe(400);
  const answer = await send(site, cookie, path, renamed, [jpeg]);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const [model, copy] = await newest(site, uid);
  if (!model || !copy) throw new Error("an ad is missing");
  const { id: _, title, createdAt, datesUpdatedAt, calendarToken, ...same } = model;
  expect(copy).toMatchObject({ ...same, title: "Casa do Píer" });
  expect(copy.datesUpdatedAt).toBeNull();
  const days = await site.db.$count(unavailableDays, eq(unavailableDays.postId, copy.id));
  expect(days).toBe(0);
  expect(await site.db.select().from(seasons).where(eq(seasons.postId, copy.id))).toMatchObject([
    { temporada: "Carnaval", de: "2090-02-01", ate: "2090-02-06", valorDiaria: "1800" },
  ]);
  const rows = await site.db.select().from(photos).where(eq(photos.uid, uid));
  const keysOf = (postId: string) => rows.filter((row) => row.postId === postId).length;
  expect([rows.length, keysOf(model.id), keysOf(copy.id)]).toEqual([3, 2, 1]);
});

test("an unfinished ad goes first, and one begun from a model is continued as such", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const draft = { uid, draftId: randomUUID(), typedAt: new Date() };
  await site.db.insert(listingDrafts).values(draft);
  const sent = await open(site, cookie, path);
  expect(sent.headers.get("Location")).toBe("/posts/create");
  expect((await flashOf(sent))?.text).toBe("Você já tem um anúncio começado.");

  const fields = { modelo: [id], modeloTitulo: [details.title], mapa: ["-20.6147, -46.0497"] };
  await site.db.update(listingDrafts).set({ fields }).where(eq(listingDrafts.uid, uid));
  for (const same of [path, "/posts/create"]) {
    const html = await (await open(site, cookie, same)).text();
    expect(html).toContain(`name="modelo" value="${id}"`);
    expect(html).toContain("Confira a posição: veio de “Rancho Beira d’Água”");
    expect(Object.fromEntries(readForm(html))).toMatchObject({ title: "", valorDiaria: "" });
  }
});

test("another's ad, a missing and a malformed one look the same, as on the edit form", async () => {
  const site = sharedSite();
  const { id } = await publishModel(site);
  const stranger = await signIn(site);
  const texts = new Set<string>();
  for (const wanted of [id, randomUUID(), "x"]) {
    for (const path of [`/posts/create?modelo=${wanted}`, `/posts/edit/${wanted}`]) {
      const page = await open(site, stranger.cookie, path);
      expect(page.status, path).toBe(404);
      const [, main = ""] = /<main[^>]*>([\s\S]*?)<\/main>/.exec(await page.text()) ?? [];
      expect(main).toContain("Erro ao carregar o post!");
      texts.add(main);
    }
  }
  expect(texts.size).toBe(1);
  const login = await open(site, "", `/posts/create?modelo=${id}`);
  expect(login.headers.get("Location")).toMatch(/^\/login/);
});

test("another's ad gives no seasons to a form that names it", async () => {
  const site = sharedSite();
  const { id } = await publishModel(site);
  const { cookie, user } = await signIn(site);
  const fields = { title: "Casa", body: "Texto", valorFds: "900", telefone: "3733334444" };
  const entries = Object.entries({ ...fields, localizacao: "Turvo", modelo: id });
  const answer = await send(site, cookie, "/posts/create", entries, [jpeg]);

  expect(answer.status).toBe(302);
  const [own] = await newest(site, user.uid);
  expect(await site.db.$count(seasons, eq(seasons.postId, own?.id ?? ""))).toBe(0);
});
