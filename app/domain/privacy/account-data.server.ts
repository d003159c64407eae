import { makeZip } from "client-zip";
import { and, asc, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { doubleBookings, feeds, seasons, stayNotes } from "../../platform/db/calendar-schema.ts";
import { listingChecks } from "../../platform/db/check-schema.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import {
  authenticators,
  passkeys,
  recoveryCodes,
  staff,
  visits,
} from "../../platform/db/operation-schema.ts";
import { planOrders } from "../../platform/db/order-schema.ts";
import { questions } from "../../platform/db/question-schema.ts";
import { photos, posts, unavailableDays, uploads, users } from "../../platform/db/schema.ts";
import { sessions } from "../../platform/db/session-schema.ts";
import { testimonials } from "../../platform/db/testimonial-schema.ts";
import { listMailOf } from "../../platform/mail/outbox.server.ts";
import { findAwaitedEmail } from "../accounts/links/email-change.server.ts";
import { maxSessionDays } from "../accounts/sessions/sessions.server.ts";
import { findDraft } from "../listings/drafts/listing-drafts.server.ts";
import type { Photo } from "../photos/photo.ts";
import { listPhotos } from "../photos/photos.server.ts";
import type { PhotoStore } from "../photos/store.server.ts";
import { fileSlug } from "../photos/uploads/uploads.server.ts";
import { isDelivered } from "../questions/questions.server.ts";
import { listAlertsOf } from "../search/alerts/alerts.server.ts";

/** However much it is used, as Minha conta says. */
const endOfSession = sql`${sessions.createdAt} + ${maxSessionDays} * interval '1 day'`;

const messagesNote =
  "As mensagens do formulário de contato não ficam ligadas a uma conta e por isso não estão aqui.";

/** Windows needs a byte order mark and carriage returns. */
const readMe = `\uFEFFSeus dados no Mar de Minas

dados.json tem tudo o que o site guarda da sua conta: os seus dados, os
anúncios com calendário, preços, depoimentos e visitas, as perguntas que você
recebeu, os pedidos de plano, os aparelhos em que você entrou e os e-mails que
mandamos. É um arquivo de texto em JSON, um formato que outros programas leem:
abra no navegador ou em um editor de textos. As datas são ano-mês-dia, e os
preços, em reais.

A pasta fotos tem cada foto no maior tamanho que guardamos, uma pasta por
anúncio. Uma foto citada em dados.json que não está aqui se perdeu.

${messagesNote}

Dúvidas? Escreva pela página de contato do site.
`.replaceAll("\n", "\r\n");

interface ArchivedPhoto {
  arquivo: string;
  /** Key of the largest JPEG; originals are not kept. */
  storeKey: string;
}

interface AccountData {
  json: Record<string, unknown>;
  photos: ArchivedPhoto[];
}

/** Reads a consistent snapshot; null if the account doesn't exist. */
export function readAccountData(db: Db, uid: string): Promise<AccountData | null> {
  return db.transaction((tx) => read(tx, uid), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function read(tx: Transaction, uid: string): Promise<AccountData | null> {
  const { id: _id, image: _image, notes: _notes, ...profile } = getTableColumns(users);
  const [account] = await tx.select(profile).from(users).where(eq(users.id, uid));
  if (!account) return null;
  const archive = await openPhotoArchive(tx, uid);
  const anuncios = await readListings(tx, uid, archive);
  const waiting = await tx
    .select()
    .from(photos)
    .where(and(eq(photos.uid, uid), isNull(photos.postId)))
    .orderBy(asc(photos.createdAt));

  const draft = await findDraft(tx, uid);
  const json = {
    geradoEm: new Date(),
    conta: {
      ...account,
      emailAConfirmar: await findAwaitedEmail(tx, uid),
      naEquipeDesde: await findStaffSince(tx, uid),
    },
    anuncios,
    // Its photos are among those without an ad.
    rascunho: draft && { fields: draft.fields, savedAt: draft.savedAt },
    perguntas: await readQuestions(tx, uid),
    pedidosDePlano: await readOrders(tx, uid),
    fotosSemAnuncio: archive.add("sem-anuncio", waiting),
    envios: await tx
      .select({ filename: uploads.filename, createdAt: uploads.createdAt })
      .from(uploads)
      .where(eq(uploads.uid, uid)),
    sessoes: await tx
      .select({
        navegador: sessions.userAgent,
        criadaEm: sessions.createdAt,
        usadaEm: sessions.updatedAt,
        valeAte: sql`least(${sessions.expiresAt}, ${endOfSession})`.mapWith(sessions.expiresAt),
        entrarDeNovoEm: sql`${endOfSession}`.mapWith(sessions.expiresAt),
        enderecoIp: sessions.ipAddress,
      })
      .from(sessions)
      .where(eq(sessions.userId, uid))
      .orderBy(desc(sessions.updatedAt)),
    chavesDeAcesso: await tx
      .select({ nome: passkeys.nome, criadaEm: passkeys.createdAt, usadaEm: passkeys.usedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, uid))
      .orderBy(asc(passkeys.createdAt)),
    aplicativoDeCodigosDesde: await findAuthenticatorSince(tx, uid),
    codigosDeRecuperacao: await tx.$count(recoveryCodes, eq(recoveryCodes.userId, uid)),
    emails: await listMailOf(tx, { ...account, uid }),
    avisos: account.emailVerified ? await listAlertsOf(tx, account.email) : [],
    mensagens: messagesNote,
  };
  return { json, photos: archive.photos };
}

interface PhotoArchive {
  photos: ArchivedPhoto[];
  /** Returns what the JSON says about the photos put into a folder. */
  add: (folder: string, added: Photo[]) => object[];
}

async function openPhotoArchive(tx: Transaction, uid: string): Promise<PhotoArchive> {
  const uploaded = await tx
    .select({ id: photos.id, sha256: photos.sha256 })
    .from(photos)
    .where(eq(photos.uid, uid));
  const hashes = new Map(uploaded.map(({ id, sha256 }) => [id, sha256]));
  const archived: ArchivedPhoto[] = [];
  return {
    photos: archived,
    add: (folder, added) =>
      added.map(({ id, key, widths, width, height, alt }, index) => {
        const arquivo = `fotos/${folder}/${String(index + 1).padStart(2, "0")}.jpg`;
        const largest = widths.at(-1);
        if (largest) archived.push({ arquivo, storeKey: `${key}/${largest}.jpg` });
        return { arquivo, width, height, alt, sha256: hashes.get(id) ?? null };
      }),
  };
}

async function readListings(
  tx: Transaction,
  uid: string,
  archive: PhotoArchive,
): Promise<object[]> {
  // The token gives access to the calendar, and the owner may pass the archive on. The numbers derive from the price.
  const {
    uid: _uid,
    valorDiariaNumero: _number,
    diariaPor1: _by1,
    diariaPor50: _by50,
    diariaPor2500: _by2500,
    calendarToken: _token,
    ...fields
  } = getTableColumns(posts);
  const listings = await tx
    .select(fields)
    .from(posts)
    .where(eq(posts.uid, uid))
    .orderBy(posts.createdAt);
  const photosOf = await listPhotos(
    tx,
    listings.map(({ id }) => id),
  );
  const folders = new Set<string>();
  const all: object[] = [];
  for (const listing of listings) {
    all.push({
      ...listing,
      ...(await readParts(tx, listing.id)),
      fotos: archive.add(folderOf(listing.title, folders), photosOf.get(listing.id) ?? []),
    });
  }
  return all;
}

/** A listing's rows in other tables. */
async function readParts(tx: Transaction, postId: string) {
  const days = await tx
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, postId))
    .orderBy(asc(unavailableDays.day));
  const { postId: _listing, ...seasonFields } = getTableColumns(seasons);
  // These addresses of feeds are as secret as the token.
  const {
    postId: _post,
    endereco: _address,
    etag: _etag,
    lastModified: _modified,
    ...feedFields
  } = getTableColumns(feeds);
  // A check's memory repeats the listing.
  const [check] = await tx
    .select({ perdidaEm: listingChecks.endedAt, mudou: listingChecks.endedBy })
    .from(listingChecks)
    .where(eq(listingChecks.postId, postId));
  return {
    conferencia: check ?? null,
    datasIndisponiveis: days.map(({ day }) => day),
    temporadas: await tx
      .select(seasonFields)
      .from(seasons)
      .where(eq(seasons.postId, postId))
      .orderBy(asc(seasons.de), asc(seasons.id)),
    calendarios: await tx
      .select(feedFields)
      .from(feeds)
      .where(eq(feeds.postId, postId))
      .orderBy(asc(feeds.createdAt), asc(feeds.id)),
    noitesRepetidas: await tx
      .select({
        de: doubleBookings.de,
        ate: doubleBookings.ate,
        avisadoEm: doubleBookings.createdAt,
        mesmaReservaDesde: doubleBookings.dismissedAt,
      })
      .from(doubleBookings)
      .where(eq(doubleBookings.postId, postId))
      .orderBy(asc(doubleBookings.de), asc(doubleBookings.id)),
    anotacoes: await tx
      .select({
        entrada: stayNotes.de,
        saida: stayNotes.ate,
        hospede: stayNotes.hospede,
        sinal: stayNotes.sinal,
        anotacao: stayNotes.anotacao,
        createdAt: stayNotes.createdAt,
      })
      .from(stayNotes)
      .where(eq(stayNotes.postId, postId))
      .orderBy(asc(stayNotes.de), asc(stayNotes.id)),
    depoimentos: await readTestimonials(tx, postId),
    visitas: await tx
      .select({ day: visits.day, kind: visits.kind, n: visits.n })
      .from(visits)
      .where(eq(visits.postId, postId))
      .orderBy(asc(visits.day), asc(visits.kind)),
  };
}

/** As the advertiser sees them: a guest's address, and anything not confirmed, is the guest's alone. */
function readTestimonials(tx: Transaction, postId: string) {
  const { entrada, saida, createdAt, publishedAt, hiddenAt, hiddenReason, resposta } = testimonials;
  const published = <Column extends PgColumn>(column: Column) =>
    sql<Column["_"]["data"] | null>`case when ${publishedAt} is not null then ${column} end`;
  return tx
    .select({
      entrada,
      saida,
      createdAt,
      nome: published(testimonials.nome),
      nota: published(testimonials.nota),
      texto: published(testimonials.texto),
      publishedAt,
      hiddenAt,
      hiddenReason,
      resposta,
    })
    .from(testimonials)
    .where(eq(testimonials.postId, postId))
    .orderBy(asc(createdAt), asc(testimonials.id));
}

/** The questions that reached the advertiser, as their letters had them. */
function readQuestions(tx: Transaction, uid: string) {
  const {
    uid: _uid,
    wordsHash: _hash,
    createdAt: _createdAt,
    discardedAt: _discardedAt,
    ...fields
  } = getTableColumns(questions);
  return tx
    .select(fields)
    .from(questions)
    .where(and(eq(questions.uid, uid), isDelivered))
    .orderBy(asc(questions.deliveredAt), asc(questions.id));
}

function readOrders(tx: Transaction, uid: string) {
  const { uid: _uid, ...fields } = getTableColumns(planOrders);
  return tx
    .select(fields)
    .from(planOrders)
    .where(eq(planOrders.uid, uid))
    .orderBy(asc(planOrders.createdAt), asc(planOrders.id));
}

async function findStaffSince(tx: Transaction, uid: string): Promise<Date | null> {
  const [row] = await tx
    .select({ since: staff.createdAt })
    .from(staff)
    .where(eq(staff.userId, uid));
  return row?.since ?? null;
}

async function findAuthenticatorSince(tx: Transaction, uid: string): Promise<Date | null> {
  const [row] = await tx
    .select({ since: authenticators.confirmedAt })
    .from(authenticators)
    .where(eq(authenticators.userId, uid));
  return row?.since ?? null;
}

function folderOf(title: string, taken: Set<string>): string {
  const slug = fileSlug(`${title.replace(/[\\/]/g, " ")}.`);
  let name = slug;
  for (let n = 2; taken.has(name) || name === "sem-anuncio"; n += 1) name = `${slug}-${n}`;
  taken.add(name);
  return name;
}

/** Leaves out photos missing from the store; a failing store aborts the stream. */
export function zipAccountData(
  { json, photos }: AccountData,
  store: Pick<PhotoStore, "disk">,
): ReadableStream<Uint8Array> {
  async function* files() {
    const lastModified = new Date();
    yield { name: "dados.json", lastModified, input: `${JSON.stringify(json, null, 2)}\n` };
    yield { name: "leia-me.txt", lastModified, input: readMe };
    for (const { arquivo, storeKey } of photos) {
      if (!(await store.disk.exists(storeKey))) continue;
      yield { name: arquivo, lastModified, input: await store.disk.getStream(storeKey) };
    }
  }
  const zip = makeZip(files()).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await zip.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // client-zip rejects when a visitor aborts the download.
    cancel: () => zip.cancel().catch(() => undefined),
  });
}
