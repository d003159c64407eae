import { and, eq, not, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client.server.ts";
import { auditLog } from "../../../platform/db/operation-schema.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";

/** Public listings of two or more advertisers with the same phone number. */
export interface Lookalikes {
  /** Digits. */
  telefone: string;
  /** Listings, oldest first: the later ones are more likely the copies. */
  listings: { id: string; title: string; uid: string; ownerName: string }[];
}

const maxListed = 50;
/** Limit over all numbers. */
const maxListings = 500;

/** Only the operator sees shared telephones: a couple with two accounts, say, has an honest reason. */
export async function listLookalikes(db: Db): Promise<Lookalikes[]> {
  const { id, title, createdAt } = posts;
  const rows = await db
    .select({ telefone: number, id, title, uid: posts.uid, ownerName: users.displayName })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .crossJoinLateral(numbers)
    .where(and(isPublic, sql`${number} in ${sharedPhones(db)}`))
    .orderBy(createdAt, id)
    .limit(maxListings);
  return [...Map.groupBy(rows, ({ telefone }) => telefone)].map(([telefone, own]) => ({
    telefone,
    listings: own.map(({ telefone: _, ...listing }) => listing),
  }));
}

/** The numbers of an ad in a query on `posts`. */
const numbers = sql`unnest(array[${posts.telefone}, ${posts.telefone2}]) as numbers (number)`;
const number = sql<string>`numbers.number`;

/** The operator has archived the number while today's newest ad was the newest. */
const isArchived = sql`exists (select from ${auditLog}
  where ${auditLog.action} = 'phone-archived' and ${auditLog.subjectId}
    = (array_agg(${posts.id} order by ${posts.createdAt} desc, ${posts.id} desc))[1])`;

function sharedPhones(db: Db) {
  return db
    .select({ telefone: number })
    .from(posts)
    .crossJoinLateral(numbers)
    .where(and(isPublic, sql`${number} <> ''`))
    .groupBy(number)
    .having(and(sql`count(distinct ${posts.uid}) > 1`, not(isArchived)))
    .orderBy(sql`max(${posts.createdAt}) desc`)
    .limit(maxListed);
}
