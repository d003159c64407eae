import { setUpAuthenticator } from "../../testing/second-factor.ts";
import { type Advertiser, ask, confirm, post } from "./fault-advertiser.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";
import { figures } from "./fault-figures.ts";

/** What is known of the account that the operator blocks and unblocks. */
export interface KnownCase {
  /** Null until the account exists. */
  uid: string | null;
  isBlocked: boolean;
  /** Notes last confirmed, and those of a request that got no response. */
  notes: string;
  pendingNotes: string | null;
  /** How often they were saved: the log says that they changed, not how. */
  savedNotes: number;
}

export const newCase = (): KnownCase => ({
  uid: null,
  isBlocked: false,
  notes: "",
  pendingNotes: null,
  savedNotes: 0,
});

export async function appointOperator(
  site: string,
  { db }: SiteStorage,
  operator: Advertiser,
  suspect: Advertiser,
  known: KnownCase,
): Promise<void> {
  const find = "select id from users where email = $1";
  const { rows } = await db.query<{ id: string }>(find, [suspect.email]);
  known.uid = rows[0]?.id ?? null;
  await db.query(`insert into staff ("userId") ${find}`, [operator.email]);
  await setUpAuthenticator((path, form) => {
    const headers = { Cookie: operator.cookie ?? "" };
    return ask(site + path, form ? post(form, operator.cookie) : { headers });
  });
}

/** Blocks, unblocks and takes notes in the panel until the site is killed. */
export async function keepWatch(
  site: string,
  operator: Advertiser,
  known: KnownCase,
): Promise<void> {
  for (;;) {
    const notes = `Anotação ${crypto.randomUUID()}.`;
    await toggleBlock(site, operator, known);
    figures.blocks++;
    await writeNotes(site, operator, known, notes);
    figures.notes++;
  }
}

function send(
  site: string,
  { cookie }: Advertiser,
  known: KnownCase,
  fields: Record<string, string>,
) {
  const form = { id: known.uid ?? "", ...fields };
  return ask(`${site}/operador/anunciantes`, post(form, cookie));
}

async function toggleBlock(site: string, operator: Advertiser, known: KnownCase): Promise<void> {
  const intent = known.isBlocked ? "desbloquear" : "bloquear";
  const motivo = "Conferindo o anúncio.";
  const answer = await send(site, operator, known, { intent, motivo });
  confirm(answer, 302, intent);
  known.isBlocked = !known.isBlocked;
}

async function writeNotes(
  site: string,
  operator: Advertiser,
  known: KnownCase,
  notes: string,
): Promise<void> {
  known.pendingNotes = notes;
  const fields = { intent: "anotacoes", anotacoes: notes };
  const answer = await send(site, operator, known, fields);
  confirm(answer, 302, "saving notes");
  Object.assign(known, { notes, pendingNotes: null, savedNotes: known.savedNotes + 1 });
}

interface CaseRow {
  isBlocked: boolean;
  notes: string;
  loggedBlocks: number;
  loggedReleases: number;
  loggedNotes: number;
  letters: number;
}

/**
 * An operator's action, its lines in the log and its e-mails must all exist or none of them.
 * Resolves unanswered requests in `known`.
 */
export async function checkCase({ db }: SiteStorage, known: KnownCase): Promise<Faults> {
  if (!known.uid) return [];
  const { rows } = await db.query<CaseRow>(
    `select "blockedAt" is not null as "isBlocked", notes,
      (select count(*)::int from audit_log where "subjectId" = u.id and action = 'user-blocked') as "loggedBlocks",
      (select count(*)::int from audit_log where "subjectId" = u.id and action = 'user-unblocked') as "loggedReleases",
      (select count(*)::int from audit_log where "subjectId" = u.id and action = 'notes-changed') as "loggedNotes",
      (select count(*)::int from outbox where "userId" = u.id and content->>'subject' like '%bloqueada') as letters
    from users u where id = $1`,
    [known.uid],
  );
  const [row] = rows;
  if (!row) return [`${known.uid} is gone`];
  const faults: Faults = [];
  const { isBlocked, notes, loggedBlocks, loggedReleases, loggedNotes, letters } = row;
  if (loggedBlocks - loggedReleases !== Number(isBlocked)) {
    faults.push(`blocked: ${isBlocked}, but logged ${loggedBlocks} − ${loggedReleases} times`);
  }
  if (letters !== loggedBlocks + loggedReleases) {
    faults.push(`${letters} letters about ${loggedBlocks + loggedReleases} blocks and releases`);
  }
  const savedNotes = known.savedNotes + Number(notes === known.pendingNotes);
  if (loggedNotes !== savedNotes) {
    faults.push(`the notes changed ${savedNotes} times, logged ${loggedNotes} times`);
  }
  if (notes !== known.notes && notes !== known.pendingNotes) {
    faults.push(`the notes are ${notes}, not ${known.notes} or ${known.pendingNotes}`);
  }
  Object.assign(known, { isBlocked, notes, pendingNotes: null, savedNotes });
  return faults;
}
