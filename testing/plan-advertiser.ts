import { eq } from "drizzle-orm";
import { outbox } from "../app/platform/db/mail-schema.ts";
import { posts, users } from "../app/platform/db/schema.ts";
import { publish } from "./caching-site.ts";
import type { TestSite } from "./site.ts";

type Stored = Pick<TestSite, "db">;

export type User = Partial<typeof users.$inferInsert>;

export async function createAdvertiser(site: Stored, plan: User) {
  const { user, id } = await publish(site);
  await site.db
    .update(users)
    .set({ plano: "basico", postsPermitidos: 1, ...plan })
    .where(eq(users.id, user.uid));
  return { uid: user.uid, email: user.email, id };
}

export async function readUser({ db }: Stored, uid: string) {
  const [row] = await db.select().from(users).where(eq(users.id, uid));
  if (!row) throw new Error("no such user");
  return row;
}

/** Returns "public", or the party that paused the ad. */
export async function readAd({ db }: Stored, id: string): Promise<string> {
  const [row] = await db.select({ by: posts.pausedBy }).from(posts).where(eq(posts.id, id));
  if (!row) throw new Error("no such ad");
  return row.by ?? "public";
}

/** The letters about this account, the oldest first. */
export async function lettersOf({ db }: Stored, uid: string) {
  const mails = db.select().from(outbox).where(eq(outbox.userId, uid));
  const rows = await mails.orderBy(outbox.createdAt);
  return rows.flatMap(({ content }) => (content.kind === "letter" ? [content] : []));
}

export async function listSubjects(site: Stored, uid: string): Promise<string[]> {
  return (await lettersOf(site, uid)).map(({ subject }) => subject);
}
