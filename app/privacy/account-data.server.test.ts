import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { downloadData } from "../../testing/account-pages.ts";
import { flashOf } from "../../testing/cookies.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { readZip } from "../../testing/zip.ts";
import { feeds, stayNotes } from "../db/calendar-schema.ts";
import { listingChecks } from "../db/check-schema.ts";
import { auditLog, listingDrafts, reports, staff, visits } from "../db/operation-schema.ts";
import { photos, posts, uploads, users } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { queueAccountMail, queueFarewell } from "../mail/outbox.server.ts";

const jpeg = await makeJpeg(640, 480);

function download(site: TestSite, cookie: string) {
  return downloadData(site, cookie, "serra-da-canastra");
}

async function files(answer: Response): Promise<Map<string, Uint8Array>> {
  return readZip(new Uint8Array(await answer.arrayBuffer()));
}

function json(zip: Map<string, Uint8Array>) {
  return JSON.parse(new TextDecoder().decode(zip.get("dados.json")));
}

/** Publishes through the form, with real photos. */
async function publish(site: TestSite, cookie: string, title: string, count: number) {
  const form = new FormData();
  const fields = {
    title,
    body: "O gramado termina onde a água começa.",
    valorFds: "2.400",
    telefone: "37900010264",
    whatsapp: "on",
    localizacao: "Turvo",
    datasIndisponiveis: "24/12/2030,25/12/2030",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (let n = 0; n < count; n += 1) {
    form.append("images", new File([jpeg as BlobPart], `${n}.jpg`, { type: "image/jpeg" }));
  }
  const answer = await site.app.request("/posts/create", {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
  });
  expect(answer.headers.get("Location")).toBe("/");
}

test("the zip contains all of the advertiser's data and photos, and nobody else's", async () => {
  const site = await openTestSite();
  const maria = await signIn(site, { postsPermitidos: 5, validoAte: "2030-01-31" });
  const joao = await signIn(site, { displayName: "João Batista" });
  await publish(site, maria.cookie, "Rancho c/ Píer da Sra. João", 2);
  await publish(site, maria.cookie, "Rancho c/ píer da sra. João", 1);
  await publish(site, joao.cookie, "Casa do João", 1);
  const upload = { id: crypto.randomUUID(), draftId: crypto.randomUUID(), filename: "varanda.jpg" };
  await site.db.insert(uploads).values({ ...upload, uid: maria.user.uid });
  await site.app.request("/login", {
    method: "POST",
    body: new URLSearchParams({ intent: "reset", email: maria.user.email }),
  });
  const draft = { draftId: crypto.randomUUID(), fields: { title: ["Sem terminar"] } };
  await site.db
    .insert(listingDrafts)
    .values({ ...draft, uid: maria.user.uid, typedAt: new Date() });

  const answer = await download(site, maria.cookie);

  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/zip");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="meus-dados-mar-de-minas-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const zip = await files(answer);
  expect([...zip.keys()]).toEqual([
    "dados.json",
    "fotos/rancho-c-pier-da-sra-joao/01.jpg",
    "fotos/rancho-c-pier-da-sra-joao/02.jpg",
    "fotos/rancho-c-pier-da-sra-joao-2/01.jpg",
    "index.html",
  ]);
  const [, first = new Uint8Array()] = [...zip.values()];
  expect(await sharp(first).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 480 });

  const data = json(zip);
  expect(data.conta).toMatchObject({
    displayName: maria.user.displayName,
    email: maria.user.email,
    plano: "basico",
    validoAte: "2030-01-31",
    postsCriados: 2,
    emailAConfirmar: null,
  });
  expect(data.anuncios).toHaveLength(2);
  const [row] = await site.db.select().from(posts).where(eq(posts.uid, maria.user.uid)).limit(1);
  const {
    uid: _uid,
    valorDiariaNumero: _number,
    diariaPor1: _by1,
    diariaPor50: _by50,
    diariaPor2500: _by2500,
    calendarToken: _token,
    ...stored
  } = row ?? ({} as never);
  expect(Object.keys(data.anuncios[0]).sort()).toEqual(
    [
      ...Object.keys(stored),
      "anotacoes",
      "calendarios",
      "conferencia",
      "datasIndisponiveis",
      "depoimentos",
      "fotos",
      "noitesRepetidas",
      "temporadas",
      "visitas",
    ].sort(),
  );
  expect(data.anuncios[0]).toMatchObject({
    title: "Rancho c/ Píer da Sra. João",
    valorFds: "2400",
    datasIndisponiveis: ["2030-12-24", "2030-12-25"],
    fotos: [
      {
        arquivo: "fotos/rancho-c-pier-da-sra-joao/01.jpg",
        width: 640,
        sha256: createHash("sha256").update(jpeg).digest("hex"),
      },
      { arquivo: "fotos/rancho-c-pier-da-sra-joao/02.jpg", width: 640 },
    ],
  });
  expect(data.rascunho).toMatchObject({ draft: { fields: draft.fields } });
  expect(data.envios).toEqual([expect.objectContaining({ filename: "varanda.jpg" })]);
  expect(data.sessoes).toHaveLength(1);
  expect(data.emails.map(({ subject }: { subject: string }) => subject)).toEqual([
    "Sua nova senha no Mar de Minas",
    "Seu anúncio está no ar",
    "Seu anúncio está no ar",
  ]);
  expect(data.mensagens).toContain("não ficam ligadas a uma conta");
  const text = JSON.stringify(data);
  for (const secret of ["João Batista", joao.user.email, joao.user.uid, "/nova-senha/"]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain(decodeURIComponent(maria.cookie.split("=")[1] ?? "").split(".")[0]);
});

test("the zip has the names and nights of connected calendars, and no secret address", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  await publish(site, cookie, "Rancho", 1);
  const calendarToken = "0123456789abcdef0123456789abcdef";
  const [listing] = await site.db.update(posts).set({ calendarToken }).returning();
  const feed = { nome: "Airbnb", nights: "{[2030-01-02,2030-01-05)}" };
  const endereco = "https://www.airbnb.com.br/calendar/ical/1.ics?s=abc";
  await site.db.insert(feeds).values({ ...feed, endereco, postId: listing?.id ?? "" });
  expect(listing?.uid).toBe(user.uid);
  await site.db.insert(stayNotes).values({
    postId: listing?.id ?? "",
    de: "2030-12-24",
    ate: "2030-12-26",
    hospede: "Ana Paula",
    sinal: "R$ 500",
  });

  const data = json(await files(await download(site, cookie)));
  expect(data.anuncios[0].calendarios).toEqual([expect.objectContaining(feed)]);
  const note = {
    entrada: "2030-12-24",
    saida: "2030-12-26",
    hospede: "Ana Paula",
    sinal: "R$ 500",
  };
  expect(data.anuncios[0].anotacoes).toEqual([expect.objectContaining(note)]);
  for (const secret of [calendarToken, "airbnb.com.br", "s=abc"]) {
    expect(JSON.stringify(data)).not.toContain(secret);
  }
});

test("the zip has an ad's counts and the plan's end, but no reports, notes or actions of the operator", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site, {
    validoAte: "2030-01-31",
    notes: "Anotação do operador",
  });
  await publish(site, cookie, "Rancho", 1);
  const [listing] = await site.db
    .update(posts)
    .set({ checkedAt: new Date("2026-11-22T12:00:00Z"), nomePix: "Maria A. Leite" })
    .returning();
  const postId = listing?.id ?? "";
  const endedAt = new Date("2026-11-23T12:00:00Z");
  await site.db.insert(listingChecks).values({ postId, endedAt, endedBy: ["telefone"] });
  await site.db.insert(visits).values({ postId, day: "2026-11-21", kind: "visita", n: 7 });
  await site.db.insert(reports).values({
    postId,
    uid: user.uid,
    title: "Rancho",
    motivo: "golpe",
    detalhes: "Palavras da denúncia",
    contato: "ana@example.com",
    addressHash: "resumo",
  });
  await site.db.insert(staff).values({ userId: user.uid });
  await site.db.insert(auditLog).values({
    actor: "operador@example.com",
    action: "plan-granted",
    subjectId: user.uid,
    subject: user.email,
  });

  const data = json(await files(await download(site, cookie)));

  expect(data.conta).toMatchObject({
    validoAte: "2030-01-31",
    emailVerified: false,
    naEquipeDesde: expect.stringMatching(/^20/),
  });
  expect(data.anuncios[0]).toMatchObject({
    checkedAt: "2026-11-22T12:00:00.000Z",
    nomePix: "Maria A. Leite",
    conferencia: { perdidaEm: endedAt.toISOString(), mudou: ["telefone"] },
    visitas: [{ day: "2026-11-21", kind: "visita", n: 7 }],
  });
  const text = JSON.stringify(data);
  for (const others of [
    "Anotação",
    "denúncia",
    "golpe",
    "ana@example.com",
    "operador@",
    "resumo",
  ]) {
    expect(text).not.toContain(others);
  }
});

test("the zip lists e-mails to a former address, but not others' e-mails to the current one", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const joao = await signIn(site);
  const letter = (to: string, subject: string) => ({ to, subject, text: "Olá!" });
  await queueAccountMail(site.db, user.uid, letter("antiga@example.com", "To a former address"));
  await queueAccountMail(site.db, joao.user.uid, letter(user.email, "When the address was João's"));
  await queueFarewell(site.db, letter(user.email, "Queued by the version before"), true);
  await queueFarewell(site.db, letter("antiga@example.com", "Of nobody we know"), true);

  const { emails } = json(await files(await download(site, cookie)));

  const subjects = emails.map(({ subject }: { subject: string }) => subject);
  expect(subjects.sort()).toEqual(["Queued by the version before", "To a former address"]);
});

test("waiting photos are included; a photo missing from the store is left out", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  await publish(site, cookie, "Rancho", 2);
  await createWaitingPhoto(site, user.uid);
  await site.db.update(photos).set({ postId: null, position: null }).where(eq(photos.position, 1));
  const [lost] = await site.db.select().from(photos).where(eq(photos.position, 0));
  await rm(join(site.dataDir, "fotos", lost?.key ?? "x"), { recursive: true });
  const zip = await files(await download(site, cookie));
  expect([...zip.keys()]).toEqual(["dados.json", "fotos/sem-anuncio/01.jpg", "index.html"]);
  expect(json(zip).fotosSemAnuncio).toHaveLength(2);
  const page = new TextDecoder().decode(zip.get("index.html"));
  expect(page).toContain("o arquivo não está mais aqui");
  expect(page.match(/<img/g)).toHaveLength(1);
});

test("the owner gets the exact position, also if visitors don't see it", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  await publish(site, cookie, "Rancho", 1);
  const position = { latitude: -20.652173, longitude: -46.022439 };
  await site.db.update(posts).set({ ...position, mapaExato: false });
  const [listing] = json(await files(await download(site, cookie))).anuncios;
  expect(listing).toMatchObject({ ...position, mapaExato: false });
});

test("an account without ads gets its data, too", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const zip = await files(await download(site, cookie));
  expect([...zip.keys()]).toEqual(["dados.json", "index.html"]);
  expect(json(zip)).toMatchObject({ anuncios: [], envios: [] });
});

test("the zip is streamed, and stops when the client disconnects", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => createWaitingPhoto(site, user.uid)),
  );
  await createListing(site.db, user.uid, listingInput(), ids);
  for (const { key } of await site.db.select({ key: photos.key }).from(photos)) {
    await site.photoStore.disk.put(`${key}/1600.jpg`, jpeg);
  }
  const asked: string[] = [];
  const { disk } = site.photoStore;
  const exists = disk.exists.bind(disk);
  disk.exists = (key) => {
    asked.push(key);
    return exists(key);
  };
  const reader = (await download(site, cookie)).body?.getReader();
  await reader?.read();
  expect(asked.length).toBeLessThan(10);
  await reader?.cancel();
  expect(asked.length).toBeLessThan(10);
});

test("a failing store aborts the zip", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  await publish(site, cookie, "Rancho", 1);
  site.photoStore.disk.getStream = async () => {
    throw new Error("the store is away");
  };
  const answer = await download(site, cookie);
  await expect(answer.arrayBuffer()).rejects.toThrow("the store is away");
});

test("the sixth download in an hour redirects back with a message", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const other = await signIn(site);
  for (let n = 0; n < 5; n += 1) {
    const answer = await download(site, cookie);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  const answer = await download(site, cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  expect((await flashOf(answer))?.text).toContain("Muitas tentativas");
  expect((await download(site, other.cookie)).status).toBe(200);
});

test("a deleted account has no data to download", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  await site.db.delete(users).where(eq(users.id, user.uid));
  const answer = await download(site, cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
});
