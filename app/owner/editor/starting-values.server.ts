import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { posts } from "../../db/schema.ts";
import { columnsOf } from "../../listings/listings.server.ts";
import { isStanding } from "../../visibility/visibility.server.ts";
import { type ListingFormValue, writeColumns } from "./listing-schema.ts";

const contactColumns = columnsOf(["telefone", "whatsapp", "nomeContato", "telefone2"]);

/** What the form of a new ad starts with: the contact of the advertiser's latest ad; nothing for a first ad. */
export async function findStartingValues(db: Db, uid: string): Promise<ListingFormValue> {
  const [contact] = await db
    .select(contactColumns)
    .from(posts)
    .where(and(eq(posts.uid, uid), isStanding))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(1);
  return contact ? writeColumns(contact) : {};
}
