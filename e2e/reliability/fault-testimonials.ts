import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "../../app/db/client.server.ts";
import { createSignedLinks } from "../../app/mail/signed-links.server.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";

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
    paths.push(`/depoimento/${await links.sign(reader, "invitation", id)}`);
  }
  return paths;
}

/** What a guest wrote is stored together with the letter that asks for confirmation, or not at all. */
export async function checkTestimonials({ db }: SiteStorage): Promise<Faults> {
  const { rows } = await db.query<{ texto: string; n: number }>(`
    select texto, (select count(*)::int from outbox where content->>'about' = t.id::text) as n
    from testimonials t where "writtenAt" is not null`);
  return rows.flatMap(({ texto, n }) => (n === 1 ? [] : [`"${texto}" got ${n} letters`]));
}
