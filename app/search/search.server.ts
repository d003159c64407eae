import { and, eq, lte, type SQL } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { posts } from "../db/schema.ts";
import { type ListingPage, listListings } from "../listings/listings.server.ts";
import type { Filters } from "./filters.ts";

/** Listings that pass the filters, newest first (spec §7); prices are compared as numbers. */
export function searchListings(
  db: Db,
  filters: Filters,
  { after = null }: { after?: string | null } = {},
): Promise<ListingPage> {
  const conditions: SQL[] = [];
  if (filters.q !== null) conditions.push(lte(posts.valorDiariaNumero, String(filters.q)));
  if (filters.localizacao !== null) conditions.push(eq(posts.localizacao, filters.localizacao));
  return listListings(db, { after, where: and(...conditions) });
}
