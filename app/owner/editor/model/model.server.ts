import { and, desc, eq } from "drizzle-orm";
import { isStanding } from "../../../domain/accounts/visibility/visibility.server.ts";
import { type ColumnValues, columnNames } from "../../../domain/listings/fields.ts";
import { columnsOf, findOwnListing } from "../../../domain/listings/listings.server.ts";
import { formatPosition } from "../../../domain/region/position.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { questions } from "../listing-questions.ts";
import { type ListingFormValue, writeColumns } from "../listing-schema.ts";

export interface ListingModel {
  id: string;
  title: string;
  /** The initial values of a form begun from it. */
  value: ListingFormValue;
}

/**
 * Finds an advertiser's ad for 'Usar como modelo', with all fields except nights and photos. Null if it is
 * missing or another's.
 */
export async function findModel(db: Db, uid: string, id: string): Promise<ListingModel | null> {
  const listing = await findOwnListing(db, uid, id);
  if (!listing) return null;
  const { title, position } = listing;
  const columns = Object.fromEntries(
    columnNames.map((name) => [name, listing[name]]),
  ) as ColumnValues;
  const isFar = questions.mapaFora.ask({ mapa: position }) !== null;
  const value: ListingFormValue = {
    ...writeColumns(columns),
    ...(position && { mapa: formatPosition(position) }),
    ...(isFar && { mapaFora: "on" }),
    modelo: id,
    modeloTitulo: title,
  };
  return { id, title, value };
}

const contactColumns = columnsOf(["telefone", "whatsapp", "nomeContato", "telefone2"]);

/** Fills in a new ad's form with the contact of the advertiser's latest ad, if there is one. */
export async function findStartingValues(db: Db, uid: string): Promise<ListingFormValue> {
  const [contact] = await db
    .select(contactColumns)
    .from(posts)
    .where(and(eq(posts.uid, uid), isStanding))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(1);
  return contact ? writeColumns(contact) : {};
}
