import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { emailKey } from "../../domain/accounts/credentials.ts";
import {
  hasFactor,
  isFactorFresh,
  trustHours,
} from "../../domain/accounts/factors/second-factor.server.ts";
import type { CurrentUser } from "../../domain/accounts/session-context.server.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import {
  authenticators,
  passkeys,
  recoveryCodes,
  staff,
} from "../../platform/db/operation-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { sessions } from "../../platform/db/session-schema.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { announceStaffChange, type StaffLetters } from "./staff-letters.server.ts";

export type Operator = CurrentUser | "terminal";

/** Answered like a page that doesn't exist. */
export const notStaff = refuse("not-staff", "Página não encontrada.");

/** The proof that the panel still asks of a session before it opens. */
export interface StaffTrust {
  needsPassword: boolean;
  needsFactor: boolean;
  hasFactor: boolean;
}

export async function findStaffSession(
  db: Db,
  { uid }: CurrentUser,
  sessionId: string,
): Promise<StaffTrust | null> {
  const [row] = await db
    .select({
      needsPassword: sql<boolean>`not ${sessions.hasStaffPassword}
        or ${sessions.passwordAt} < now() - ${trustHours} * interval '1 hour'`,
      needsFactor: sql<boolean>`not (${hasFactor} and ${isFactorFresh})`,
      hasFactor,
    })
    .from(staff)
    .innerJoin(users, eq(users.id, staff.userId))
    .innerJoin(sessions, eq(sessions.userId, staff.userId))
    .where(and(eq(staff.userId, uid), eq(sessions.id, sessionId), isNull(users.blockedAt)));
  return row ?? null;
}

/** Refuses anyone no longer on the staff, whenever the page was loaded. Works in a transaction. */
export function operate<Result>(
  db: Db,
  operator: Operator,
  command: (tx: Transaction, actor: string) => Promise<Result>,
): Promise<Result | typeof notStaff> {
  return db.transaction(async (tx) => {
    if (operator === "terminal") return command(tx, operator);
    const [person] = await tx
      .select({ email: users.email })
      .from(staff)
      .innerJoin(users, eq(users.id, staff.userId))
      .where(and(eq(staff.userId, operator.uid), isNull(users.blockedAt)))
      // A removal from the staff waits until this command is done.
      .for("share", { of: staff });
    return person ? command(tx, person.email) : notStaff;
  });
}

interface StaffMember {
  email: string;
  displayName: string;
  createdAt: Date;
}

export function listStaff(db: Db): Promise<StaffMember[]> {
  return db
    .select({
      email: users.email,
      displayName: users.displayName,
      createdAt: staff.createdAt,
    })
    .from(staff)
    .innerJoin(users, eq(users.id, staff.userId))
    .orderBy(asc(staff.createdAt), asc(users.email));
}

type StaffChange = { ok: true; email: string } | Refusal<"no-account" | "no-change">;

/** Only the command line changes the staff. */
export function addStaff(db: Db, email: string, letters: StaffLetters): Promise<StaffChange> {
  return withAccount(db, email, async (tx, user) => {
    if (!user.emailVerified) {
      const message = `${user.email} ainda não foi confirmado. Peça à pessoa que abra o link que recebeu, ou que peça outro em /minha-conta.`;
      return refuse("no-change", message, { status: 409 });
    }
    const { rowCount } = await tx.insert(staff).values({ userId: user.id }).onConflictDoNothing();
    if (rowCount === 0)
      return refuse("no-change", `${user.email} já está na equipe.`, { status: 409 });
    await recordChange(tx, "staff-added", user);
    await announceStaffChange(tx, user, "added", letters);
    return { ok: true, email: user.email };
  });
}

/** Makes the panel ask for a new factor, for someone who lost every one. Ends their sessions. */
export function resetFactors(db: Db, email: string, letters: StaffLetters): Promise<StaffChange> {
  return withAccount(db, email, async (tx, user) => {
    if ((await tx.$count(staff, eq(staff.userId, user.id))) === 0) {
      return refuse("no-change", `${user.email} não está na equipe.`, { status: 409 });
    }
    await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
    await tx.delete(authenticators).where(eq(authenticators.userId, user.id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await recordChange(tx, "staff-factors-reset", user);
    await announceStaffChange(tx, user, "reset", letters);
    return { ok: true, email: user.email };
  });
}

export function removeStaff(db: Db, email: string): Promise<StaffChange> {
  return withAccount(db, email, async (tx, user) => {
    const { rowCount } = await tx.delete(staff).where(eq(staff.userId, user.id));
    if (rowCount === 0)
      return refuse("no-change", `${user.email} não está na equipe.`, { status: 409 });
    await recordChange(tx, "staff-removed", user);
    return { ok: true, email: user.email };
  });
}

interface StaffAccount {
  id: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
}

function withAccount(
  db: Db,
  typedEmail: string,
  change: (tx: Transaction, user: StaffAccount) => Promise<StaffChange>,
): Promise<StaffChange> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({
        id: users.id,
        email: users.email,
        displayName: users.displayName,
        emailVerified: users.emailVerified,
      })
      .from(users)
      .where(eq(users.email, emailKey(typedEmail)));
    return user
      ? change(tx, user)
      : refuse("no-account", `Não há conta com o e-mail ${typedEmail}.`);
  });
}

function recordChange(
  tx: Transaction,
  action: "staff-added" | "staff-removed" | "staff-factors-reset",
  { id, email }: StaffAccount,
): Promise<void> {
  return recordAction(tx, { actor: "terminal", action, subjectId: id, subject: email });
}
