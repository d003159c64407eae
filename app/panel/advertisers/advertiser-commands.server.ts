import { eq, sql } from "drizzle-orm";
import { hidingOf, lockUser } from "../../domain/accounts/account.server.ts";
import { grantPlan } from "../../domain/accounts/plans/grant-plan.server.ts";
import { readPlanGrant } from "../../domain/accounts/plans/plan-grants.ts";
import { plans } from "../../domain/accounts/plans/plans.ts";
import { hide, show } from "../../domain/accounts/visibility/visibility.server.ts";
import { today } from "../../domain/calendar/civil-date.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { staff } from "../../platform/db/operation-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { sessions } from "../../platform/db/session-schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { queueAccountMail } from "../../platform/mail/outbox.server.ts";
import {
  invalidCharacterMessage,
  isStorable,
  readLines,
} from "../../platform/ui/forms/text-rules.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import type { OperationSite } from "../listings/listing-commands.server.ts";
import { readReason } from "../reason.ts";
import { type Operator, operate } from "../staff/staff.server.ts";
import { writeVerdict } from "../verdict-letter.ts";
import { endless, maxNotesLength } from "./advertiser-limits.ts";

export type AdvertiserResult = { ok: true } | Refusal;

const noAdvertiser = refuse("not-found", "Esta conta não existe mais.", { status: 404 });

/** Locks the row as {@link lockUser} does, and reads what only the operator may know. */
async function lockAdvertiser(tx: Transaction, uid: string) {
  const account = isUuid(uid) ? await lockUser(tx, uid) : null;
  if (!account) return null;
  const [row] = await tx.select({ notes: users.notes }).from(users).where(eq(users.id, uid));
  return { ...account, id: uid, notes: row?.notes ?? "" };
}

type LockedAdvertiser = NonNullable<Awaited<ReturnType<typeof lockAdvertiser>>>;

/** Runs an operator's command with the advertiser's row locked. */
function withAdvertiser(
  db: Db,
  operator: Operator,
  uid: string,
  command: (
    tx: Transaction,
    advertiser: LockedAdvertiser,
    actor: string,
  ) => Promise<AdvertiserResult>,
): Promise<AdvertiserResult> {
  return operate(db, operator, async (tx, actor) => {
    const advertiser = await lockAdvertiser(tx, uid);
    return advertiser ? command(tx, advertiser, actor) : noAdvertiser;
  });
}

const subjectOf = ({ id, email }: LockedAdvertiser) => ({ subjectId: id, subject: email });

/** Ends the advertiser's sessions, refuses logins, hides public listings and sends the reason. */
export async function blockAdvertiser(
  { db, mailedSiteUrl }: OperationSite,
  operator: Operator,
  uid: string,
  motivo: string,
): Promise<AdvertiserResult> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  return withAdvertiser(db, operator, uid, async (tx, advertiser, actor) => {
    if (advertiser.blockedAt)
      return refuse("no-change", "Esta conta já está bloqueada.", { status: 409 });
    if ((await tx.$count(staff, eq(staff.userId, uid))) > 0) {
      return refuse("no-change", "Esta pessoa é da equipe. Tire-a da equipe antes de bloquear.", {
        status: 409,
      });
    }
    const [changed] = await tx
      .update(users)
      .set({ blockedAt: sql`now()` })
      .where(eq(users.id, uid))
      .returning({ blockedAt: users.blockedAt });
    const ended = await tx.delete(sessions).where(eq(sessions.userId, uid));
    const pausedListings = await hide(tx, { uid }, "block");
    await recordAction(tx, {
      actor,
      action: "user-blocked",
      ...subjectOf(advertiser),
      reason: read.reason,
      before: { blockedAt: null },
      after: {
        blockedAt: changed?.blockedAt,
        pausedListings,
        endedSessions: ended.rowCount,
      },
    });
    const letter = writeVerdict("blocked", advertiser, read.reason, mailedSiteUrl);
    await queueAccountMail(tx, uid, { to: advertiser.email, ...letter });
    return { ok: true };
  });
}

/** Resumes the listings hidden by the block, unless the end of the plan would hide them by now. */
export async function unblockAdvertiser(
  { db, mailedSiteUrl }: OperationSite,
  operator: Operator,
  uid: string,
  motivo: string,
): Promise<AdvertiserResult> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  return withAdvertiser(db, operator, uid, async (tx, advertiser, actor) => {
    if (!advertiser.blockedAt)
      return refuse("no-change", "Esta conta não está bloqueada.", { status: 409 });
    await tx.update(users).set({ blockedAt: null }).where(eq(users.id, uid));
    const hiding = hidingOf({ ...advertiser, blockedAt: null }, today());
    const lifted = await show(tx, { uid }, "block", hiding);
    await recordAction(tx, {
      actor,
      action: "user-unblocked",
      ...subjectOf(advertiser),
      reason: read.reason,
      before: { blockedAt: advertiser.blockedAt },
      after: {
        blockedAt: null,
        resumedListings: lifted.filter(({ pausedBy }) => !pausedBy).length,
      },
    });
    const letter = writeVerdict("unblocked", advertiser, read.reason, mailedSiteUrl);
    await queueAccountMail(tx, uid, { to: advertiser.email, ...letter });
    return { ok: true };
  });
}

/** Saves notes, which the advertiser never sees. The log says only that they changed. */
export async function saveNotes(
  db: Db,
  operator: Operator,
  uid: string,
  typed: string,
): Promise<AdvertiserResult> {
  const notes = readLines(typed).trim();
  const problem =
    notes.length > maxNotesLength
      ? `Use até ${maxNotesLength} caracteres.`
      : isStorable(notes)
        ? null
        : invalidCharacterMessage;
  if (problem) return refuse("invalid", problem, { field: "anotacoes" });
  return withAdvertiser(db, operator, uid, async (tx, advertiser, actor) => {
    if (advertiser.notes === notes) return { ok: true };
    await tx.update(users).set({ notes }).where(eq(users.id, uid));
    await recordAction(tx, {
      actor,
      action: "notes-changed",
      ...subjectOf(advertiser),
    });
    return { ok: true };
  });
}

/** Sells a plan to a day, for a term, or without an end, but the last only if it was chosen. */
export async function sellPlan(
  { db }: Pick<OperationSite, "db">,
  operator: Operator,
  uid: string,
  input: { plano: string; por: string; ate: string; motivo: string },
): Promise<AdvertiserResult> {
  const { plano, por, ate } = input;
  const isEndless = por === endless;
  if (por === "" && ate === "" && plano !== plans.nenhum.id) {
    return refuse("invalid", "Escolha até quando o plano vale.", { field: "por" });
  }
  if (isEndless && ate !== "") {
    return refuse("invalid", "Escolha a data ou “Sem data para terminar”, não os dois.", {
      field: "por",
    });
  }
  const read = readPlanGrant({ plano, ate, por: isEndless ? "" : por });
  if (!read.ok) return read;
  const why = readReason(input.motivo);
  if (!why.ok) return why;
  return operate(db, operator, async (tx, actor) => {
    if (!isUuid(uid)) return noAdvertiser;
    const granted = await grantPlan(tx, uid, read.grant, { actor, reason: why.reason });
    if (granted.ok) return { ok: true };
    return granted.reason === "no-user" ? noAdvertiser : { ...granted, field: "ate" };
  });
}
