import { and, desc, eq } from "drizzle-orm";
import { isStanding } from "../../domain/accounts/visibility/visibility.server.ts";
import { columnsOf } from "../../domain/listings/listings.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { posts } from "../../platform/db/schema.ts";
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
