import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { downloadData, postForm } from "../../../testing/account-pages.ts";
import { flashOf } from "../../../testing/cookies.ts";
import { storeOrder } from "../../../testing/orders.ts";
import { makeJpeg } from "../../../testing/pictures.ts";
import { publishAskable, storeQuestion } from "../../../testing/questions.ts";
import { createWaitingPhoto, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { storeTestimonial } from "../../../testing/testimonials.ts";
import { readZip } from "../../../testing/zip.ts";
import { feeds, stayNotes } from "../../platform/db/calendar-schema.ts";
import { listingChecks } from "../../platform/db/check-schema.ts";
import {
  auditLog,
  listingDrafts,
  reports,
  staff,
  visits,
} from "../../platform/db/operation-schema.ts";
import { photos, posts, uploads, users } from "../../platform/db/schema.ts";
import { queueAccountMail, queueFarewell } from "../../platform/mail/outbox.server.ts";
import { readAccountData } from "./account-data.server.ts";

const sharedSite = shareTestSite();
const jpeg = await makeJpeg(640, 480);

const download = (cookie: string) => downloadData(sharedSite(), cookie, "tucano-na-varanda");

async function files(answer: Response): Promise<Map<string, Uint8Array>> {
  return readZip(new Uint8Array(await answer.arrayBuffer()));
}

function json(zip: Map<string, Uint8Array>) {
  return JSON.parse(new TextDecoder().decode(zip.get("dados.json")));
}

/** Returns the data that would go into the archive. */
async function readData(uid: string) {
  const data = await readAccountData(sharedSite().db, uid);
  return JSON.parse(JSON.stringify(data?.json));
}

/** Publishes through the form, with real photos. */
async function publish(cookie: string, title: string, count: number) {
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
  const answer = await sharedSite().app.request("/posts/create", {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
  });
  expect(answer.headers.get("Location")).toBe("/");
}

test("the zip contains all of the advertiser's data and photos, and nobody else's", async () => {
  const site = sharedSite();
  const maria = await signIn(site, { postsPermitidos: 5, validoAte: "2030-01-31" });
  const joao = await signIn(site, { displayName: "João Batista" });
  await publish(maria.cookie, "Rancho c/ Píer da Sra. João", 2);
  await publish(maria.cookie, "Rancho c/ píer da sra. João", 1);
  await createWaitingPhoto(site, joao.user.uid);
  const upload = { id: crypto.randomUUID(), draftId: crypto.randomUUID(), filename: "varanda.jpg" };
  await site.db.insert(uploads).values({ ...upload, uid: maria.user.uid });
  await postForm(site, "/login", { intent: "reset", email: maria.user.email });
  const draft = { draftId: crypto.randomUUID(), fields: { title: ["Sem terminar"] } };
  await site.db
    .insert(listingDrafts)
    .values({ ...draft, uid: maria.user.uid, typedAt: new Date() });

  const answer = await download(maria.cookie);

  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/zip");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="meus-dados-mar-de-minas-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const zip = await files(answer);
  const folder = "fotos/rancho-c-pier-da-sra-joao";
  expect([...zip.keys()]).toEqual([
    "dados.json",
    "leia-me.txt",
    `${folder}/01.jpg`,
    `${folder}/02.jpg`,
    `${folder}-2/01.jpg`,
  ]);
  expect(new TextDecoder().decode(zip.get("leia-me.txt"))).toContain("dados.json tem tudo");
  const [, , first = new Uint8Array()] = [...zip.values()];
  expect(await sharp(first).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 480 });

  const data = json(zip);
  expect(data.conta).toMatchObject({
    displayName: maria.user.displayName,
    email: maria.user.email,
    plano: "basico",
    validoAte: "2030-01-31",
    postsCriados: 2,
    emailAConfirmar: null,
    emailVerified: false,
  });
  expect(data.anuncios).toHaveLength(2);
  const sha256 = createHash("sha256").update(jpeg).digest("hex");
  expect(data.anuncios[0]).toMatchObject({
    title: "Rancho c/ Píer da Sra. João",
    valorFds: "2400",
    datasIndisponiveis: ["2030-12-24", "2030-12-25"],
    fotos: [
      { arquivo: `${folder}/01.jpg`, width: 640, sha256 },
      { arquivo: `${folder}/02.jpg`, width: 640, sha256 },
    ],
  });
  expect(data.rascunho).toMatchObject({ fields: draft.fields });
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

test("the data has all that belongs to an ad, and no secret address, report, or note of the operator", async () => {
  const { db } = sharedSite();
  const { user, id: postId } = await publishAskable(sharedSite());
  const calendarToken = "0123456789abcdef0123456789abcdef";
  const endedAt = new Date("2026-11-23T12:00:00Z");
  const place = { latitude: -20.652173, longitude: -46.022439, mapaExato: false };
  await db
    .update(posts)
    .set({ ...place, calendarToken, checkedAt: endedAt, nomePix: "Maria A. Leite" })
    .where(eq(posts.id, postId));
  const feed = { nome: "Airbnb", nights: "{[2030-01-02,2030-01-05)}" };
  const endereco = "https://www.airbnb.com.br/calendar/ical/1.ics?s=abc";
  await db.insert(feeds).values({ ...feed, endereco, postId });
  const guest = { hospede: "Ana Paula", sinal: "R$ 500" };
  await db.insert(stayNotes).values({ ...guest, postId, de: "2030-12-24", ate: "2030-12-26" });
  await db.insert(listingChecks).values({ postId, endedAt, endedBy: ["telefone"] });
  const visit = { day: "2026-11-21", kind: "visita", n: 7 };
  await db.insert(visits).values({ ...visit, postId });
  const report = { motivo: "golpe", detalhes: "Palavras da denúncia", addressHash: "resumo" };
  await db.insert(reports).values({ ...report, postId, uid: user.uid, title: "Rancho" });
  await db.update(users).set({ notes: "Anotação do operador" }).where(eq(users.id, user.uid));
  await db.insert(staff).values({ userId: user.uid });
  const about = { subjectId: user.uid, subject: user.email };
  await db.insert(auditLog).values({ actor: "operador@", action: "plan-granted", ...about });
  await storeTestimonial(sharedSite(), postId, { nome: "Ana", resposta: "Voltem!" });
  await storeTestimonial(sharedSite(), postId, { nome: "Bia", publishedAt: null });

  const data = await readData(user.uid);

  expect(data.conta.naEquipeDesde).toMatch(/^20/);
  const [row] = await db.select().from(posts).where(eq(posts.id, postId));
  const {
    uid: _uid,
    valorDiariaNumero: _number,
    diariaPor1: _by1,
    diariaPor50: _by50,
    diariaPor2500: _by2500,
    calendarToken: _token,
    ...stored
  } = row ?? ({} as never);
  const parts = {
    anotacoes: [{ entrada: "2030-12-24", saida: "2030-12-26", ...guest }],
    calendarios: [feed],
    conferencia: { perdidaEm: endedAt.toISOString(), mudou: ["telefone"] },
    datasIndisponiveis: [],
    depoimentos: [
      { nome: "Ana", nota: 5, resposta: "Voltem!" },
      { nome: null, texto: null },
    ],
    fotos: [{}],
    noitesRepetidas: [],
    temporadas: [],
    visitas: [visit],
  };
  const [ad, ...others] = data.anuncios;
  expect(others).toEqual([]);
  expect(ad).toMatchObject({ ...place, nomePix: "Maria A. Leite", ...parts });
  expect(Object.keys(ad).sort()).toEqual([...Object.keys(stored), ...Object.keys(parts)].sort());
  expect(Object.keys(ad.depoimentos[0])).not.toContain("email");
  const words =
    /Anotação|denúncia|golpe|resumo|operador@|inviterHash|flags|airbnb\.com|s=abc|0123456789abcdef/;
  expect(JSON.stringify(data)).not.toMatch(words);
});

test("the data has the questions that reached the advertiser, and their orders, and nobody else's", async () => {
  const site = sharedSite();
  const { id: postId, user } = await publishAskable(site);
  const other = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  await storeQuestion(site, ad, { nome: "Ana", telefone: "35997341187" });
  await storeQuestion(site, ad, { nome: "Retida", deliveredAt: null });
  await storeQuestion(site, { uid: other.user.uid, postId: other.id }, { nome: "De outro" });
  const { txid } = await storeOrder(site, user.uid);
  await storeOrder(site, other.user.uid);
  const data = await readData(user.uid);
  expect(data.conta).toMatchObject({ recebePerguntas: true });
  expect(data.perguntas).toEqual([
    expect.objectContaining({ nome: "Ana", email: "ana@example.com", telefone: "35997341187" }),
  ]);
  expect(data.perguntas[0]).not.toHaveProperty("wordsHash");
  expect(data.pedidosDePlano).toEqual([
    expect.objectContaining({ txid, plano: "basico", por: "mes", cents: 2500, settledAs: null }),
  ]);
});

test("the data lists e-mails to a former address, but not others' e-mails to the current one", async () => {
  const { db } = sharedSite();
  const { user } = await signIn(sharedSite(), { emailVerified: true });
  const joao = await signIn(sharedSite());
  const letter = (to: string, subject: string) => ({ to, subject, text: "Olá!" });
  await queueAccountMail(db, user.uid, letter("antiga@example.com", "To a former address"));
  await queueAccountMail(db, joao.user.uid, letter(user.email, "When the address was João's"));
  await queueFarewell(db, letter(user.email, "Queued by the version before"), true);
  await queueFarewell(db, letter("antiga@example.com", "Of nobody we know"), true);

  const { emails } = await readData(user.uid);

  const subjects = emails.map(({ subject }: { subject: string }) => subject);
  expect(subjects.sort()).toEqual(["Queued by the version before", "To a former address"]);
});

/** Stores a photo that no ad uses, with its file. */
async function storePhoto(site: TestSite, uid: string): Promise<void> {
  const id = await createWaitingPhoto(site, uid);
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  await site.photoStore.disk.put(`${photo?.key}/1600.jpg`, jpeg);
}

test("waiting photos are included; one missing from the store is left out", async () => {
  const { cookie, user } = await signIn(sharedSite());
  await storePhoto(sharedSite(), user.uid);
  await createWaitingPhoto(sharedSite(), user.uid);
  const zip = await files(await download(cookie));
  expect([...zip.keys()]).toEqual(["dados.json", "leia-me.txt", "fotos/sem-anuncio/01.jpg"]);
  expect(json(zip).fotosSemAnuncio).toHaveLength(2);
});

test("the zip is streamed, and stops when the client disconnects, or the store fails", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  for (let n = 0; n < 10; n++) await storePhoto(site, user.uid);
  const { disk } = site.photoStore;
  const { exists, getStream } = disk;
  try {
    const asked: string[] = [];
    disk.exists = (key) => {
      asked.push(key);
      return exists.call(disk, key);
    };
    const reader = (await download(cookie)).body?.getReader();
    await reader?.read();
    expect(asked.length).toBeLessThan(10);
    await reader?.cancel();
    expect(asked.length).toBeLessThan(10);
    disk.getStream = async () => {
      throw new Error("the store is away");
    };
    const answer = await download(cookie);
    await expect(answer.arrayBuffer()).rejects.toThrow("the store is away");
  } finally {
    Object.assign(disk, { exists, getStream });
  }
});

test("an account without ads gets its data, too, five times an hour, until it is deleted", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const other = await signIn(site);
  for (let n = 0; n < 5; n += 1) {
    const zip = await files(await download(cookie));
    expect([...zip.keys()]).toEqual(["dados.json", "leia-me.txt"]);
    expect(json(zip)).toMatchObject({ anuncios: [], envios: [] });
  }
  const refused = await download(cookie);
  expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  expect((await flashOf(refused))?.text).toContain("Muitas tentativas");
  expect((await download(other.cookie)).status).toBe(200);
  await site.db.delete(users).where(eq(users.id, user.uid));
  const answer = await download(cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
});
