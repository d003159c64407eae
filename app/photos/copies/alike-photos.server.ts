import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { photoHashes } from "../../db/copy-schema.ts";
import { photos } from "../../db/schema.ts";
import { mirror, type Print } from "./print.server.ts";

/** Bits that hashes of one picture may differ in; what is found is then looked at. */
const maxDistance = 13;

/** A photo that so many others resemble is shown with the nearest. */
const maxFound = 30;

/** The nearest photos that the index returns, before the advertiser's own ones are left out. */
const maxLookedUp = 100;

const bandBits = 16;
const bandNumbers = [0, 1, 2, 3] as const;

/** Bands of crops, as the table's generated columns number them. */
const ofCrop = 65_536;

export interface AlikePhoto {
  id: string;
  key: string;
  widths: number[];
  createdAt: Date;
  isSameFile: boolean;
}

interface ComparedPhoto {
  uid: string;
  sha256: string | null;
}

/**
 * Finds other advertisers' photos that may be copies: of the same file, or with hashes that differ in few
 * bits. One of four bands must differ by at most one bit, which is certain up to a distance of 7 and
 * likely above.
 */
export async function findAlike(
  db: Db,
  { uid, sha256 }: ComparedPhoto,
  print: Print | null,
): Promise<AlikePhoto[]> {
  const sameFile = sql`select id, 0 as distance from ${photos}
    where sha256 = ${sha256} and not illustration`;
  const near = print ? sql`${nearHashes(print)} union all ${sameFile}` : sameFile;
  const { rows } = await db.execute<Omit<AlikePhoto, "createdAt"> & { createdAt: string }>(sql`
    select id, key, widths, "createdAt", coalesce(sha256 = ${sha256}, false) as "isSameFile"
    from ${photos} join (
      select id, min(distance) as distance from (${near}) found group by id
      order by distance, id limit ${maxLookedUp}
    ) nearest using (id)
    where uid <> ${uid}
    order by distance, id limit ${maxFound}`);
  return rows.map(({ createdAt, ...photo }) => ({ ...photo, createdAt: new Date(createdAt) }));
}

/**
 * Compares the whole photo with others and their crops, and its crops and mirror image with whole ones. Each
 * band's index has all that this needs, so no rows are read.
 */
function nearHashes({ whole, crops }: Print) {
  const withWhole = [...crops, mirror(whole)];
  const distance = (hash: string) => sql`bit_count(hash # ${hash}::bit(64))`;
  const least = sql.join([whole, ...withWhole].map(distance), sql`, `);
  const inBands = bandNumbers.map((band) => {
    const ofWhole = neighboursOf(whole, band);
    const keys = withWhole.flatMap((hash) => neighboursOf(hash, band));
    const all = new Set([...ofWhole, ...keys, ...ofWhole.map((key) => key + ofCrop)]);
    return sql`
      select "photoId", case crop when 0 then least(${least}) else ${distance(whole)} end as distance
      from ${photoHashes} where ${sql.identifier(`band${band + 1}`)} = any(${sql.param([...all])}::integer[])`;
  });
  return sql`select "photoId" as id, distance from (${sql.join(inBands, sql` union all `)}) near
    where distance <= ${maxDistance}`;
}

/** A band's value and those that differ from it in one bit. */
function neighboursOf(hash: string, band: number): number[] {
  const value = Number.parseInt(hash.slice(band * bandBits, (band + 1) * bandBits), 2);
  return [value, ...Array.from({ length: bandBits }, (_, bit) => value ^ (1 << bit))];
}
