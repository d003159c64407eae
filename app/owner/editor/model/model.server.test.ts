import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startBucket } from "../../../../testing/bucket.ts";
import { cookiesOf, flashOf } from "../../../../testing/cookies.ts";
import { makeFolder } from "../../../../testing/folder.ts";
import { makeJpeg } from "../../../../testing/pictures.ts";
import {
  listingInput,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../../testing/site.ts";
import { seasons } from "../../../db/calendar-schema.ts";
import { photos, posts, unavailableDays, users } from "../../../db/schema.ts";
import { findDraft, saveDraft } from "../../../listings/drafts/listing-drafts.server.ts";
import { createListing } from "../../../listings/publishing.server.ts";
import { takePhoto } from "../../../uploads/uploads.server.ts";

const sharedSite = shareTestSite();
const jpeg = await makeJpeg(300, 200);

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

/** The values of the form's controls, as a browser without script sends them. */
function readForm(html: string): [string, string][] {
  const [, form = ""] = /<form[^>]*id="anuncio"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const decode = (text = "") =>
    text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const entries: [string, string][] = [];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, "name");
    const isChoice = attribute(tag, "type") === "checkbox";
    if (!name || attribute(tag, "type") === "file" || (isChoice && !/ checked=/.test(tag)))
      continue;
    entries.push([name, decode(attribute(tag, "value") ?? (isChoice ? "on" : ""))]);
  }
  for (const [, tag = "", text] of form.matchAll(/<textarea([^>]*)>([^<]*)<\/textarea>/g)) {
    entries.push([attribute(tag, "name") ?? "", decode(text)]);
  }
  for (const [, tag = "", options = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option[^>]* selected=""[^>]*>([^<]*)</.exec(options)?.[1];
    entries.push([attribute(tag, "name") ?? "", decode(chosen)]);
  }
  return entries;
}

function send(site: TestSite, cookie: string, path: string, entries: [string, string][]) {
  const body = new FormData();
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
  const page = await open(site, cookie, path);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Começa com o que está em “Rancho Beira d’Água”");
  const entries = readForm(html);
  const values = Object.fromEntries(entries);
  expect(values).toMatchObject({ title: details.title, datasIndisponiveis: "" });
  expect(entries.filter(([name]) => name === "foto")).toEqual([]);

  const renamed = entries.map(([name, value]): [string, string] =>
    name === "title" ? [name, "Casa do Píer"] : [name, value],
  );
  const answer = await send(site, cookie, path, [...renamed, ["copiarFotos", "on"]]);

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
  expect([rows.length, keysOf(model.id), keysOf(copy.id)]).toEqual([4, 2, 2]);
});

test("without being asked for, no photo is copied", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const entries = readForm(await (await open(site, cookie, path)).text());
  const answer = await send(site, cookie, path, entries);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Por favor, selecione ao menos uma imagem.");
  expect(await site.db.$count(photos, eq(photos.uid, uid))).toBe(2);
});

test("the model's title is asked about, keeps the copied photos, and can be confirmed", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const entries = readForm(await (await open(site, cookie, path)).text());

  const asked = await send(site, cookie, path, [...entries, ["copiarFotos", "on"]]);

  expect(asked.status).toBe(400);
  const html = await asked.text();
  expect(html).toContain("“Rancho Beira d’Água” já é o título do outro anúncio.");
  const kept = readForm(html);
  expect(kept.filter(([name]) => name === "foto")).toHaveLength(2);
  expect(Object.fromEntries(kept)).toMatchObject({ title: details.title, modelo: id });
  expect(await newest(site, uid)).toHaveLength(1);

  const answer = await send(site, cookie, path, [...kept, ["mesmoTitulo", "on"]]);

  expect(answer.status).toBe(302);
  const [, copy] = await newest(site, uid);
  expect(copy?.title).toBe(details.title);
  expect(await site.db.$count(seasons, eq(seasons.postId, copy?.id ?? ""))).toBe(1);
  expect(await site.db.$count(photos, eq(photos.uid, uid))).toBe(4);
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

test("another's ad gives neither seasons nor photos to a form that names it", async () => {
  const site = sharedSite();
  const { id } = await publishModel(site);
  const { cookie, user } = await signIn(site);
  const fields = { title: "Casa", body: "Texto", valorFds: "900", telefone: "3733334444" };
  const entries = Object.entries({ ...fields, localizacao: "Turvo", modelo: id });
  const refused = await send(site, cookie, "/posts/create", [...entries, ["copiarFotos", "on"]]);
  expect(refused.status).toBe(400);

  const file = { uid: user.uid, draftId: randomUUID(), filename: "a.jpg", bytes: jpeg };
  const taken = await takePhoto(site, file);
  if (!taken.ok) throw new Error(taken.message);
  const answer = await send(site, cookie, "/posts/create", [...entries, ["foto", taken.photo.id]]);

  expect(answer.status).toBe(302);
  const [own] = await newest(site, user.uid);
  expect(await site.db.$count(seasons, eq(seasons.postId, own?.id ?? ""))).toBe(0);
});

test("the plan's limit holds on opening the form and on publishing", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const entries = readForm(await (await open(site, cookie, path)).text());
  await site.db.update(users).set({ postsPermitidos: 1 }).where(eq(users.id, uid));
  const sentence = "Você atingiu o limite de anúncio para o seu plano";

  const opened = await open(site, cookie, path);
  expect([opened.status, opened.headers.get("Location")]).toEqual([302, "/"]);
  expect((await flashOf(opened))?.text).toContain(sentence);
  const sent = await send(site, cookie, path, [
    ...entries,
    ["mesmoTitulo", "on"],
    ["copiarFotos", "on"],
  ]);
  expect((await flashOf(sent))?.text).toContain(sentence);
  expect(await newest(site, uid)).toHaveLength(1);
});

test("with no room for another ad, the dashboard says what to do instead of leading to a refusal", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const dashboard = async () => (await open(site, cookie, "/dashboard")).text();
  expect(await dashboard()).toContain(`href="/posts/create?modelo=${id}"`);
  await site.db.update(users).set({ postsPermitidos: 1 }).where(eq(users.id, uid));

  const html = await dashboard();

  expect(html).not.toContain("modelo=");
  const [, said = ""] =
    /<summary[^>]*>(?:(?!<\/summary>).)*Usar como modelo<\/summary>([\s\S]*?)<\/details>/.exec(
      html,
    ) ?? [];
  const text = said.replaceAll(/<[^>]*>/g, "");
  expect(text).toContain(
    "Para publicar outro, exclua um anúncio ou passe para o plano Profissional: até 2 anúncios, R$ 80,00 por mês ou R$ 800,00 por ano. Mais de dois anúncios? Fale com a gente. O preço combinamos com você.",
  );
  expect(said).toContain('href="/contato?plano=profissional&amp;para=mudar"');
  expect(said).toContain('href="/contato?plano=profissional&amp;para=mais"');
});

test("a waiting draft is asked about, and only an answer discards it", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const draft = { id: randomUUID(), fields: { title: ["Chalé da Serra"] }, photos: [] };
  await saveDraft(site.db, uid, { draft, at: Date.now() });

  const html = await (await open(site, cookie, path)).text();

  expect(html).toContain("Você tem um anúncio começado");
  expect(html).toContain("Chalé da Serra");
  expect(html).toContain("Novo anúncio a partir de “Rancho Beira d’Água”");
  expect(await findDraft(site.db, uid)).not.toBeNull();

  const answer = await site.app.request("/posts/create/rascunho", {
    method: "POST",
    body: new URLSearchParams({ apagar: draft.id, modelo: id }),
    headers: { Cookie: cookie },
  });

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
  expect(await flashOf(answer)).toMatchObject({ endedDraft: draft.id });
  expect(await findDraft(site.db, uid)).toBeNull();
  const cookies = `${cookie}; ${cookiesOf(answer)}`;
  expect(await (await open(site, cookies, path)).text()).toContain("Começa com o que está em");
});

test("a draft begun from a model goes on where it was, also from /posts/create", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const draft = { id: randomUUID(), fields: { title: ["Casa"], modelo: [id] }, photos: [] };
  await saveDraft(site.db, uid, { draft, at: Date.now() });
  expect(await (await open(site, cookie, path)).text()).toContain("Começa com o que está em");
  const plain = await open(site, cookie, "/posts/create");
  expect([plain.status, plain.headers.get("Location")]).toEqual([302, path]);
});

test("photos in a bucket are copied there", async () => {
  const bucket = await startBucket(await makeFolder());
  const site = await openTestSite(bucket.env);
  const { cookie, uid, id } = await publishModel(site);
  const path = `/posts/create?modelo=${id}`;
  const entries = readForm(await (await open(site, cookie, path)).text());
  const before = (await bucket.keys()).length;
  const answer = await send(site, cookie, path, [
    ...entries,
    ["mesmoTitulo", "on"],
    ["copiarFotos", "on"],
  ]);
  expect(answer.status).toBe(302);
  expect(await bucket.keys()).toHaveLength(before * 2);
  const rows = await site.db.select().from(photos).where(eq(photos.uid, uid));
  expect(rows).toHaveLength(4);
  for (const { key } of rows) {
    expect((await site.app.request(`/fotos/${key}/180.jpg`)).status).toBe(200);
  }
  await bucket.stop();
});
