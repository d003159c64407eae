import { randomUUID } from "node:crypto";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../../testing/account-deletion.ts";
import { postForm } from "../../../testing/account-pages.ts";
import { cookiesOf, flashOf } from "../../../testing/cookies.ts";
import { makeJpeg } from "../../../testing/pictures.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { createListing } from "../../domain/listings/publishing.server.ts";
import { sweepPhotos } from "../../domain/photos/sweep.server.ts";
import { purgeExpired } from "../../domain/privacy/purge.server.ts";
import { seasons } from "../../platform/db/calendar-schema.ts";
import { listingDrafts } from "../../platform/db/operation-schema.ts";
import { photos, posts, unavailableDays, uploads, users } from "../../platform/db/schema.ts";

const sharedSite = shareTestSite();

const jpeg = await makeJpeg(60, 40);

const fields = {
  title: "Rancho Beira d’Água",
  body: "O gramado termina onde a água começa.",
  valorFds: "2.400",
  telefone: "(37) 90001-0264",
  whatsapp: "on",
  localizacao: "Escarpas do Lago",
};

type Fields = Record<string, string | string[]>;
type Entry = [name: string, value: string];

function open(path: string, cookie: string) {
  return sharedSite().app.request(path, { headers: { Cookie: cookie } });
}

/** Sends fields and files in one request, as browsers do if there is no script. */
function send(path: string, cookie: string, values: Fields | Entry[], files: Buffer[] = []) {
  const form = new FormData();
  for (const [name, value] of Array.isArray(values) ? values : Object.entries(values)) {
    for (const one of [value].flat()) form.append(name, one);
  }
  for (const [n, bytes] of files.entries()) {
    form.append("images", new File([bytes as BlobPart], `foto-${n}.jpg`, { type: "image/jpeg" }));
  }
  const init = { method: "POST", body: form, headers: { Cookie: cookie } };
  return sharedSite().app.request(path, init);
}

function publish(cookie: string, overrides: Fields = {}, files: Buffer[] = [jpeg]) {
  return send("/posts/create", cookie, { ...fields, ...overrides }, files);
}

/** An advertiser's ads, the newest first. */
function adsOf(uid: string) {
  const ofUser = sharedSite().db.select().from(posts).where(eq(posts.uid, uid));
  return ofUser.orderBy(desc(posts.createdAt));
}

function photosOf(uid: string) {
  return sharedSite().db.select().from(photos).where(eq(photos.uid, uid));
}

async function homeNoteAfter(answer: Response, cookie: string): Promise<string> {
  const home = await (await open("/", `${cookie}; ${cookiesOf(answer)}`)).text();
  return /<div[^>]*data-flash[\s\S]*?<\/div>/.exec(home)?.[0] ?? "";
}

test("without script, one request with fields and files publishes the ad, to which the home page leads", async () => {
  const { db, app } = sharedSite();
  const { cookie, user } = await signIn(sharedSite());
  const answer = await publish(
    cookie,
    { lazer: ["Piscina", "Sauna"], datasIndisponiveis: "24/12/2026,,25/12/2026" },
    [jpeg, jpeg],
  );

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const [post] = await adsOf(user.uid);
  expect(post).toMatchObject({
    title: fields.title,
    valorFds: "2400",
    valorDiaria: null,
    telefone: "37900010264",
    whatsapp: true,
    lazer: ["Piscina", "Sauna"],
    createdBy: "Maria Aparecida Leite",
  });
  const id = post?.id ?? "";
  expect(await db.$count(unavailableDays, eq(unavailableDays.postId, id))).toBe(2);
  const stored = await photosOf(user.uid);
  expect(stored.map(({ postId }) => postId)).toEqual([id, id]);

  const note = await homeNoteAfter(answer, cookie);
  expect(note).toContain(`href="/posts/${id}"`);
  const [, shared = ""] = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(note) ?? [];
  expect(decodeURIComponent(shared)).toBe(`${fields.title}: http://localhost/posts/${id}`);

  // A published photo is no longer an upload, and only its owner learns that it was one.
  const stranger = await signIn(sharedSite());
  const asked = [cookie, stranger.cookie].map((Cookie) =>
    app.request(`/envios/${stored[0]?.id}/situacao`, { headers: { Cookie } }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([410, 404]);
});

const truncated = jpeg.subarray(0, Math.floor(jpeg.length / 2));
test.each<[string, Fields, Buffer[], string]>([
  ["a form without photos", {}, [], "Por favor, selecione ao menos uma imagem."],
  ["an empty title", { title: "  " }, [jpeg], "Por favor, preencha todos os campos!"],
  [
    "the same number twice",
    { telefone2: "+55 37 90001-0264" },
    [jpeg],
    "É o mesmo número de cima.",
  ],
  ["a truncated photo", {}, [jpeg, truncated], "incompleta ou danificada"],
])(
  "refuses %s with 400, keeps what was typed, publishes nothing and keeps no file that it refused",
  async (_, overrides, files, sentence) => {
    const site = sharedSite();
    const { cookie, user } = await signIn(site);
    const before = await site.files();
    const answer = await publish(cookie, overrides, files);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(sentence);
    expect(html).toContain(fields.body);
    expect(await adsOf(user.uid)).toEqual([]);
    const [account] = await site.db.select().from(users).where(eq(users.id, user.uid));
    expect(account?.postsCriados).toBe(0);
    expect(await site.db.$count(uploads, eq(uploads.uid, user.uid))).toBe(0);
    // Photos are kept with a form whose fields were refused, and all removed if one of them was.
    if (Object.keys(overrides).length > 0) return;
    expect(await photosOf(user.uid)).toEqual([]);
    expect(await site.files()).toEqual(before);
  },
);

test("without script, the first ten of twelve photos stay in the form, which names the others", async () => {
  const { cookie, user } = await signIn(sharedSite());
  const answer = await publish(cookie, {}, Array(12).fill(jpeg));
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(
    "Cada anúncio leva até 10 fotos. Ficaram de fora: foto-10.jpg e foto-11.jpg.",
  );
  const kept = (await photosOf(user.uid)).map(({ id }) => id);
  expect(kept).toHaveLength(10);
  for (const id of kept) expect(html).toContain(`name="foto" value="${id}"`);
});

test.each<[string, Fields, string, Partial<typeof posts.$inferSelect>, boolean]>([
  [
    "more suites than rooms",
    { QuantidadeTotalQuartos: "2", QuantidadeTotalQuartosSuites: "3" },
    "maisSuites",
    { QuantidadeTotalQuartos: 2, QuantidadeTotalQuartosSuites: 3 },
    true,
  ],
  [
    "a position outside the region",
    { mapa: "-23.55, -46.63" },
    "mapaFora",
    { latitude: -23.55, longitude: -46.63, mapaExato: false },
    true,
  ],
  // An edit isn't asked this at all.
  ["a mobile number without WhatsApp", { whatsapp: "" }, "semWhatsapp", { whatsapp: false }, false],
])("without script, %s is asked about once, and confirmed with a checkbox", async (...row) => {
  const [, odd, name, stored, isForEdits] = row;
  const { cookie, user } = await signIn(sharedSite());
  const checkbox = new RegExp(`<input[^>]*name="${name}"[^>]*>`);

  const asked = await publish(cookie, odd);
  expect(asked.status).toBe(400);
  expect(checkbox.exec(await asked.text())?.[0]).not.toContain("checked");
  expect(await adsOf(user.uid)).toEqual([]);

  const answered = { ...odd, [name]: "on" };
  expect((await publish(cookie, answered)).status).toBe(302);
  const [post] = await adsOf(user.uid);
  expect(post).toMatchObject(stored);

  const path = `/posts/edit/${post?.id}`;
  const opened = checkbox.exec(await (await open(path, cookie)).text())?.[0] ?? "";
  expect(opened.includes("checked")).toBe(isForEdits);
  const [photo] = await photosOf(user.uid);
  const form = { foto: photo?.id ?? "", versao: "1", telefone: "37900010265" };
  const values = isForEdits ? answered : odd;
  expect((await send(path, cookie, { ...fields, ...values, ...form })).status).toBe(302);
});

test("a second ad's form starts with the contact of the latest, and nothing else of it", async () => {
  const { cookie } = await signIn(sharedSite(), { postsPermitidos: 9 });
  const other = await signIn(sharedSite());
  const contact = async (as: string) => {
    const entries = readForm(await (await open("/posts/create", as)).text());
    const { telefone, telefone2, nomeContato, title, whatsapp } = Object.fromEntries(entries);
    return [telefone, telefone2, nomeContato, title, whatsapp];
  };
  // A landline isn't asked for WhatsApp.
  await publish(cookie, { telefone: "3733710264", whatsapp: "", nomeContato: "Ana" });
  expect(await contact(cookie)).toEqual(["(37) 3371-0264", "", "Ana", "", undefined]);
  await publish(cookie, { nomeContato: "José", telefone2: "3733710264" });
  const latest = ["(37) 90001-0264", "(37) 3371-0264", "José", "", "on"];
  expect(await contact(cookie)).toEqual(latest);
  expect(await contact(other.cookie)).toEqual(["", "", "", "", undefined]);
});

// The error catalogue has the sentences, and where each of them leads.
test("at the plan's limit the home page has ways on, and a form already begun is kept", async () => {
  const { cookie, user } = await signIn(sharedSite(), { postsCriados: 1 });
  const note = await homeNoteAfter(await open("/posts/create", cookie), cookie);
  for (const part of ['href="/plans"', 'href="/dashboard"']) expect(note).toContain(part);
  const draft = { uid: user.uid, draftId: randomUUID(), typedAt: new Date() };
  await sharedSite().db.insert(listingDrafts).values(draft);
  const kept = await flashOf(await publish(cookie));
  expect(kept?.more).toContain("fica guardado na sua conta por 30 dias.");
  expect(await adsOf(user.uid)).toEqual([]);
});

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
async function publishModel() {
  const site = sharedSite();
  const { cookie, user } = await signIn(site, { postsPermitidos: 2 });
  const ids = [await createWaitingPhoto(site, user.uid), await createWaitingPhoto(site, user.uid)];
  const published = await createListing(site.db, user.uid, listingInput(details), ids);
  if (!published.ok) throw new Error(published.message);
  const postId = published.id;
  await site.db.insert(seasons).values([
    { postId, temporada: "Carnaval", de: "2090-02-01", ate: "2090-02-06", valorDiaria: "1800" },
    { postId, temporada: "Passado", de: "2020-02-01", ate: "2020-02-06", valorDiaria: "1" },
  ]);
  return { cookie, uid: user.uid, id: postId };
}

test("without script, an ad begun from another has all its fields and coming seasons, and no calendar", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel();
  const path = `/posts/create?modelo=${id}`;
  const dashboard = async () => (await open("/dashboard", cookie)).text();
  expect(await dashboard()).toContain(`href="${path}"`);
  const page = await open(path, cookie);
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const words of ["Começa com o que está em", "É o título de", "Confira a posição: veio de"])
    expect(html).toContain(`${words} “Rancho Beira d’Água”`);
  const entries = readForm(html);
  const shown = { title: details.title, datasIndisponiveis: "" };
  expect(Object.fromEntries(entries)).toMatchObject(shown);
  expect(entries.filter(([name]) => name === "foto")).toEqual([]);

  const renamed = entries.map(
    ([name, value]): Entry => (name === "title" ? [name, "Casa do Píer"] : [name, value]),
  );
  expect((await send(path, cookie, renamed)).status).toBe(400);
  const answer = await send(path, cookie, renamed, [jpeg]);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const [copy, model] = await adsOf(uid);
  if (!model || !copy) throw new Error("an ad is missing");
  const { id: _, title, createdAt, datesUpdatedAt, calendarToken, ...same } = model;
  expect(copy).toMatchObject({ ...same, title: "Casa do Píer" });
  expect(copy.datesUpdatedAt).toBeNull();
  const days = await site.db.$count(unavailableDays, eq(unavailableDays.postId, copy.id));
  expect(days).toBe(0);
  expect(await site.db.select().from(seasons).where(eq(seasons.postId, copy.id))).toMatchObject([
    { temporada: "Carnaval", de: "2090-02-01", ate: "2090-02-06", valorDiaria: "1800" },
  ]);
  const rows = await photosOf(uid);
  const keysOf = (postId: string) => rows.filter((row) => row.postId === postId).length;
  expect([rows.length, keysOf(model.id), keysOf(copy.id)]).toEqual([3, 2, 1]);
});

test("an unfinished ad goes first, and one begun from a model is continued as such", async () => {
  const site = sharedSite();
  const { cookie, uid, id } = await publishModel();
  const path = `/posts/create?modelo=${id}`;
  const draft = { uid, draftId: randomUUID(), typedAt: new Date() };
  await site.db.insert(listingDrafts).values(draft);
  const sent = await open(path, cookie);
  expect(sent.headers.get("Location")).toBe("/posts/create");
  expect((await flashOf(sent))?.text).toBe("Você já tem um anúncio começado.");

  const fields = { modelo: [id], modeloTitulo: [details.title], mapa: ["-20.6147, -46.0497"] };
  await site.db.update(listingDrafts).set({ fields }).where(eq(listingDrafts.uid, uid));
  for (const same of [path, "/posts/create"]) {
    const html = await (await open(same, cookie)).text();
    expect(html).toContain(`name="modelo" value="${id}"`);
    expect(html).toContain("Confira a posição: veio de “Rancho Beira d’Água”");
    expect(Object.fromEntries(readForm(html))).toMatchObject({ title: "", valorDiaria: "" });
  }
});

test("another's ad, a missing and a malformed one look the same, as on the edit form", async () => {
  const site = sharedSite();
  const { id } = await publishModel();
  const stranger = await signIn(site);
  const texts = new Set<string>();
  for (const wanted of [id, randomUUID(), "x"]) {
    for (const path of [`/posts/create?modelo=${wanted}`, `/posts/edit/${wanted}`]) {
      const page = await open(path, stranger.cookie);
      expect(page.status, path).toBe(404);
      const [, main = ""] = /<main[^>]*>([\s\S]*?)<\/main>/.exec(await page.text()) ?? [];
      expect(main).toContain("Erro ao carregar o post!");
      texts.add(main);
    }
  }
  expect(texts.size).toBe(1);
  const login = await open(`/posts/create?modelo=${id}`, "");
  expect(login.headers.get("Location")).toMatch(/^\/login/);
});

test("another's ad gives no seasons to a form that names it", async () => {
  const site = sharedSite();
  const { id } = await publishModel();
  const { cookie, user } = await signIn(site);
  const answer = await send("/posts/create", cookie, { ...fields, modelo: id }, [jpeg]);

  expect(answer.status).toBe(302);
  const [own] = await adsOf(user.uid);
  expect(await site.db.$count(seasons, eq(seasons.postId, own?.id ?? ""))).toBe(0);
});

const form = (overrides: object = {}) => ({
  id: crypto.randomUUID(),
  continues: "",
  fields: { title: ["Rancho do Rascunho"], lazer: ["Sauna"] },
  photos: [] as string[],
  ...overrides,
});

const sendDraft = (cookie: string, entry: Record<string, string>) =>
  postForm(sharedSite(), "/posts/create/rascunho", entry, cookie);

/** Saves a form; returns whether it was kept, or the status of a refusal. */
async function save(cookie: string, saved: object) {
  const answer = await sendDraft(cookie, { conteudo: JSON.stringify(saved) });
  return answer.status === 200 ? (await answer.json()).ok : answer.status;
}

const draftsOf = (uid: string) =>
  sharedSite().db.select().from(listingDrafts).where(eq(listingDrafts.uid, uid));

const page = async (cookie: string, path: string) => (await open(path, cookie)).text();

test("a new ad's form is continued on any device, by its owner alone, until it is published", async () => {
  const [maria, other] = [await signIn(sharedSite()), await signIn(sharedSite())];
  const { uid } = maria.user;
  const photo = await createWaitingPhoto(sharedSite(), uid);
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

  const chosen = await createWaitingPhoto(sharedSite(), uid, { draftId: second.id });
  await createListing(sharedSite().db, uid, listingInput(), [chosen]);
  expect(await draftsOf(uid)).toEqual([]);
  // Saves that arrive late, among them the first of a form
  for (const continues of [second.id, ""]) {
    expect(await save(maria.cookie, { ...second, continues })).toBe(false);
  }
  expect(await save(maria.cookie, form())).toBe(true);
  expect((await deleteAccount(sharedSite(), maria.cookie, maria.password)).status).toBe(302);
  expect(await draftsOf(uid)).toEqual([]);
});

test("without script it is discarded, and a save that was under way doesn't bring it back", async () => {
  const { cookie, user } = await signIn(sharedSite());
  const saved = form();
  await save(cookie, saved);
  const answer = await sendDraft(cookie, { apagar: "sim" });
  expect(answer.headers.get("Location")).toBe("/dashboard");
  expect(await flashOf(answer)).toMatchObject({ text: "Anúncio descartado." });
  expect(await save(cookie, { ...saved, continues: saved.id })).toBe(false);
  expect(await draftsOf(user.uid)).toEqual([]);
});

test("neither a visitor's form nor an invalid one is stored, and a script can ask beforehand", async () => {
  expect(await save("", form())).toBe(302);
  const { cookie, user } = await signIn(sharedSite());
  const may = (headers: { Cookie?: string }) =>
    sharedSite().app.request("/posts/create/rascunho", { headers });
  expect((await may({})).headers.get("Location")).toBe("/login");
  expect((await may({ Cookie: cookie })).status).toBe(204);
  const eleven = Array.from({ length: 11 }, () => crypto.randomUUID());
  const entries = [{ id: "x" }, { photos: eleven }, { fields: { title: ["a\0"] } }];
  for (const entry of entries) expect(await save(cookie, form(entry))).toBe(400);
  expect((await sendDraft(cookie, { conteudo: "{" })).status).toBe(400);
  expect(await draftsOf(user.uid)).toEqual([]);
});

test("its photos outlive the sweep for 30 days, and those of others don't", async () => {
  const { db, photoStore } = sharedSite();
  const [{ user, cookie }, other] = [await signIn(sharedSite()), await signIn(sharedSite())];
  const aged = { createdAt: new Date(Date.now() - 29 * 86_400_000) };
  const mine = await createWaitingPhoto(sharedSite(), user.uid, aged);
  const foreign = await createWaitingPhoto(sharedSite(), other.user.uid, aged);
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

/** The values of the ad's form, as a browser without script sends them. */
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
