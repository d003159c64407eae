import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { invitationLinks } from "../../app/domain/testimonials/testimonial-links.server.ts";
import type { Db } from "../../app/platform/db/client.server.ts";
import { createSignedLinks } from "../../app/platform/mail/signed-links.server.ts";
import { ask, confirm, type Form, post } from "./fault-advertiser.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";

/** Texts of one kind, by whether the site has confirmed them. */
class SentTexts {
  readonly confirmed = new Set<string>();
  readonly unanswered = new Set<string>();

  /** If the site is killed meanwhile, the text stays unanswered. */
  async send(text: string, request: (text: string) => Promise<void>): Promise<void> {
    this.unanswered.add(text);
    await request(text);
    this.unanswered.delete(text);
    this.confirmed.add(text);
  }
}

interface TextForm {
  write: (n: number) => string;
  /** Id of the ad that the form is about; a guest's form is found by its invitation instead. */
  path?: (adId: string) => string;
  fields: (text: string, adId: string) => Form;
  /** Counts the stored texts. */
  stored: string;
}

/** Forms of visitors, each identified by a text. */
const forms = {
  messages: {
    write: (n) => `Mensagem ${n}.`,
    path: () => "/contato",
    fields: (mensagem) => ({ nome: "João", email: "joao@example.com", mensagem }),
    stored: `select content->>'mensagem' as text, count(*)::int as n from outbox
      where content->>'kind' = 'message' group by 1`,
  },
  reports: {
    write: (n) => `Denúncia ${n}.`,
    path: (id) => `/posts/${id}/denunciar`,
    fields: (detalhes) => ({ motivo: "golpe", detalhes }),
    stored: "select detalhes as text, count(*)::int as n from reports group by 1",
  },
  questions: {
    write: (n) => `Pergunta ${n}.`,
    path: (id) => `/posts/${id}/perguntar`,
    fields: (mensagem) => ({ nome: "Ana", email: "ana@example.com", mensagem }),
    stored: "select mensagem as text, count(*)::int as n from questions group by 1",
  },
  testimonials: {
    write: (n) => `Casa limpa e vista linda, dia ${n}.`,
    fields: (texto) => ({ nome: "Ana", email: "ana.hospede@example.com", nota: "5", texto }),
    stored: `select texto as text, count(*)::int as n from testimonials
      where texto is not null group by 1`,
  },
  lists: {
    write: (n) => `Lista ${n}`,
    path: () => "/lista/nova",
    fields: (nome, anuncio) => ({ anuncio, nome }),
    // A list that has lost its ads counts as unknown.
    stored: `select case when exists (select from list_items where "listCode" = code) then nome
      else 'a list without ads' end as text, count(*)::int as n from lists group by 1`,
  },
  alerts: {
    write: (n) => `aviso${n}@example.com`,
    path: () => "/avisos/novo?localizacao=Turvo&pessoas=8",
    fields: (email) => ({ email }),
    stored: `select email as text, count(*)::int as n from alerts
      where "confirmedAt" is null group by 1`,
  },
} satisfies Record<string, TextForm>;

export type TextKind = keyof typeof forms;
export const textKinds = Object.keys(forms) as TextKind[];
const formOf = (kind: TextKind): TextForm => forms[kind];

export const sentTexts = Object.fromEntries(
  textKinds.map((kind) => [kind, new SentTexts()]),
) as Record<TextKind, SentTexts>;

/** Sends the form of the kind with its `n`th text. `invitation` is the path of a guest's form. */
export function sendText(
  site: string,
  kind: TextKind,
  n: number,
  { adId = "", invitation = "" } = {},
): Promise<void> {
  const { write, path, fields } = formOf(kind);
  return sentTexts[kind].send(write(n), async (text) => {
    const url = site + (path?.(adId) ?? invitation);
    confirm(await ask(url, post(fields(text, adId))), 302, kind);
  });
}

/** Each confirmed text must be stored once, each unanswered one at most once. */
export async function checkTexts({ db }: SiteStorage, kind: TextKind): Promise<Faults> {
  const { confirmed, unanswered } = sentTexts[kind];
  const { rows } = await db.query<{ text: string; n: number }>(formOf(kind).stored);
  const counts = new Map(rows.map(({ text, n }) => [text, n]));
  const faults: Faults = [];
  for (const text of confirmed) {
    if (counts.get(text) !== 1) faults.push(`${text} is stored ${counts.get(text) ?? 0} times`);
  }
  for (const [text, n] of counts) {
    if (n > 1) faults.push(`${text} is stored ${n} times`);
    if (!confirmed.has(text) && !unanswered.has(text)) faults.push(`nobody wrote ${text}`);
  }
  return faults;
}

/** Invites guests of an ad; returns the paths of their links. */
export async function addInvitations(
  { db, dataDir }: SiteStorage,
  postId: string,
  count: number,
): Promise<string[]> {
  const secret = (await readFile(join(dataDir, "auth.segredo"), "utf8")).trim();
  const { rows } = await db.query<{ id: string }>(
    `insert into testimonials ("postId", entrada, saida)
     select $1, current_date - 9, current_date - 7 from generate_series(1, $2::int) returning id`,
    [postId, count],
  );
  const links = createSignedLinks(secret);
  // Signing reads one row, which any connection can.
  const reader = drizzle(db) as unknown as Db;
  const paths: string[] = [];
  for (const { id } of rows) {
    paths.push(`/depoimento/${await links.sign(reader, invitationLinks, id)}`);
  }
  return paths;
}
