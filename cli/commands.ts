import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { civilDateOf } from "../app/domain/calendar/civil-date.ts";
import { sweepPhotos } from "../app/domain/photos/sweep.server.ts";
import { formatReais } from "../app/domain/prices/money.ts";
import { removeListing } from "../app/panel/listings/listing-commands.server.ts";
import { resendMail } from "../app/panel/mail/mail-commands.server.ts";
import { formatInstant } from "../app/panel/when.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import { photos, posts, users } from "../app/platform/db/schema.ts";
import { isUuid } from "../app/platform/db/uuid.ts";
import { listMail } from "../app/platform/mail/outbox.server.ts";
import { formatPhone } from "../app/platform/ui/forms/phone.ts";
import { summarizeVitals } from "../app/public/vitals/stored-vitals.server.ts";
import { formatVital } from "../app/public/vitals/vital-amount.ts";
import { createWitness } from "../server/witness.ts";
import type { Command, CommandResult, OperatorContext } from "./context.ts";
import { forget } from "./forget-command.ts";
import { setPlan } from "./plan-command.ts";
import { handleStaff } from "./staff-command.ts";
import { columns } from "./text-columns.ts";

export const commands: Record<string, Command> = {
  plano: setPlan,
  equipe: handleStaff,
  usuarios: listUsers,
  anuncios: handleListings,
  mensagens: handleMail,
  esquecer: forget,
  banco: listQueries,
  fotos: sweep,
  vitals: showVitals,
  "aceitar-banco": acceptDatabase,
};

const usageError = (text: string): CommandResult => ({ status: 2, text });

async function listUsers({ db }: OperatorContext): Promise<CommandResult> {
  const rows = await db
    .select({
      uid: users.id,
      displayName: users.displayName,
      email: users.email,
      plano: users.plano,
      postsCriados: users.postsCriados,
      postsPermitidos: users.postsPermitidos,
      validoAte: users.validoAte,
      createdAt: users.createdAt,
    })
    .from(users)
    .orderBy(desc(users.createdAt));
  const table = rows.map((row) => [
    row.email,
    row.displayName,
    row.plano,
    row.validoAte ?? "-",
    `${row.postsCriados}/${row.postsPermitidos}`,
    civilDateOf(row.createdAt),
  ]);
  return {
    status: 0,
    text: columns(["e-mail", "nome", "plano", "até", "anúncios", "desde"], table),
    data: rows,
  };
}

async function handleListings(
  context: OperatorContext,
  [verb, id, ...motivo]: string[],
): Promise<CommandResult> {
  if (verb === "remover")
    return id ? removeAd(context, id, motivo.join(" ")) : usageError("Diga o id do anúncio.");
  if (verb !== undefined && verb !== "listar") return usageError(`Não conheço "anuncios ${verb}".`);
  const rows = await context.db
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      valorDiaria: posts.valorDiaria,
      telefone: posts.telefone,
      telefone2: posts.telefone2,
      email: users.email,
      createdAt: posts.createdAt,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .orderBy(desc(posts.createdAt));
  const table = rows.map((row) => [
    row.id,
    row.title,
    row.localizacao,
    row.valorDiaria ? formatReais(row.valorDiaria) : "-",
    [row.telefone, row.telefone2].filter(Boolean).map(formatPhone).join(" e "),
    row.email,
  ]);
  return {
    status: 0,
    text: columns(["id", "título", "lugar", "noite", "telefone", "e-mail"], table),
    data: rows,
  };
}

const unnamedReason = "A operação do site decidiu tirar este anúncio do ar.";

async function removeAd(
  { db, photoStore, requireMailedSite }: OperatorContext,
  id: string,
  motivo: string,
): Promise<CommandResult> {
  const missing: CommandResult = { status: 1, text: `Não há anúncio ${id}.` };
  if (!isUuid(id)) return missing;
  const [post] = await db
    .select({ uid: posts.uid, title: posts.title })
    .from(posts)
    .where(eq(posts.id, id));
  if (!post) return missing;
  const site = { db, photoStore, ...(await requireMailedSite()) };
  const result = await removeListing(site, "terminal", id, { motivo: motivo || unnamedReason });
  if (!result.ok) return { status: 1, text: result.message };
  return { status: 0, text: `O anúncio "${post.title}" foi excluído.`, data: { id, ...post } };
}

async function handleMail({ db }: OperatorContext, [verb, id]: string[]): Promise<CommandResult> {
  if (verb === "reenviar") {
    const result = await resendMail(db, "terminal", id ?? "");
    return result.ok
      ? { status: 0, text: "O e-mail vai sair de novo.", data: { id } }
      : { status: 1, text: `Não há e-mail ${id ?? ""}.` };
  }
  if (verb !== undefined && verb !== "listar")
    return usageError(`Não conheço "mensagens ${verb}".`);
  const rows = await listMail(db);
  const states = { waiting: "na fila", sent: "enviado", failed: "falhou" };
  const table = rows.map((row) => [
    row.id,
    states[row.state],
    String(row.attempts),
    row.content.kind === "message" ? `de ${row.content.email}` : `para ${row.content.to}`,
    formatInstant(row.createdAt),
    row.lastError ?? "",
  ]);
  return {
    status: 0,
    text: columns(["id", "estado", "tentativas", "quem", "criado", "último erro"], table),
    data: rows,
  };
}

async function sweep(
  { db, photoStore }: OperatorContext,
  [verb]: string[],
): Promise<CommandResult> {
  if (verb === undefined) return countDue(db);
  if (verb !== "varrer") return usageError("Diga o que fazer: fotos varrer");
  const swept = await sweepPhotos(db, photoStore);
  return {
    status: 0,
    text: `Apagados: ${swept.uploads} envios parados, ${swept.photos} fotos sem anúncio, ${swept.folders} pastas sem dono.`,
    data: swept,
  };
}

async function countDue(db: Db): Promise<CommandResult> {
  const data = {
    sizes: await db.$count(photos, eq(photos.sizesDue, true)),
    comparisons: await db.$count(
      photos,
      and(isNull(photos.differenceHash), eq(photos.illustration, false)),
    ),
  };
  const text = `À espera de tamanhos: ${data.sizes}. À espera de comparação: ${data.comparisons}.`;
  return { status: 0, text, data };
}

/** Lists the transactions of this database, the oldest first. */
async function listQueries({ db }: OperatorContext): Promise<CommandResult> {
  const { rows } = await db.execute<{ pid: number; state: string; seconds: number; query: string }>(
    sql`select pid, coalesce(state, '') as state, left(query, 200) as query,
               extract(epoch from clock_timestamp() - xact_start)::int as seconds
        from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        order by xact_start`,
  );
  const table = rows.map(({ pid, state, seconds, query }) => [
    String(pid),
    state,
    `${seconds} s`,
    query.replace(/\s+/g, " ").trim(),
  ]);
  return { status: 0, text: columns(["processo", "estado", "há", "o quê"], table), data: rows };
}

async function showVitals({ db }: OperatorContext, [days = "7"]: string[]): Promise<CommandResult> {
  if (!/^[1-9]\d{0,3}$/.test(days))
    return usageError("Diga quantos dias, de 1 a 9999: vitals [dias]");
  const rows = await summarizeVitals(db, Number(days));
  const table = rows.map(({ route, metric, count, p50, p75, p95 }) => [
    route,
    metric,
    String(count),
    ...[p50, p75, p95].map((value) => formatVital(metric, value)),
  ]);
  return {
    status: 0,
    text: columns(["rota", "medida", "vezes", "p50", "p75", "p95"], table),
    data: rows,
  };
}

async function acceptDatabase({ db, dataDir }: OperatorContext): Promise<CommandResult> {
  await createWitness(db, dataDir).forget();
  return { status: 0, text: "O site aceita, no próximo início, o banco de dados que encontrar." };
}
