import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, openDatabase } from "../app/db/client.server.ts";
import { findAlike } from "../app/photos/copies/alike-photos.server.ts";
import { cropSteps, type Print } from "../app/photos/copies/print.server.ts";
import { cpuMs } from "./alerts.ts";
import { type Environment, query } from "./environment.ts";
import { median, percentile } from "./figures.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

const lookups = 300;

/** Measures how long it takes to find a photo's copies among as many photos as the plan has ads. */
export async function measureCopies(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table[]> {
  const { url } = await environment.database(sizes[0] ?? 0);
  const { db, close } = openDatabase(url, () => undefined);
  const rows: Table["rows"] = [];
  let stored = 0;
  for (const photos of sizes) {
    await addPhotos(url, photos - stored);
    stored = photos;
    for (const table of ["photos", "photo_hashes"]) await query(url, `vacuum analyze ${table}`);
    const times: number[] = [];
    const before = await cpuMs(db);
    for (let round = 0; round < rounds; round++) times.push(...(await timeLookups(db)));
    const cpu = ((await cpuMs(db)) - before) / times.length;
    rows.push([photos, median(times), percentile(times, 0.95), cpu]);
  }
  await close();
  return [
    {
      title: "Finding a photo's copies",
      note: `${lookups} photos, one at a time, of which half resemble a stored one. With its two crops and its mirror image, before the pictures themselves are compared.`,
      columns: ["photos", "p50", "p95", "CPU"],
      rows,
    },
  ];
}

/** Bits of photographs resemble their neighbours: light changes slowly. */
function drawHash(): string {
  const [bits, choice] = [drawBits(), drawBits()];
  return Array.from(bits, (bit, at) => (choice[at] === "1" ? bit : (bits[at - 1] ?? bit))).join("");
}

const drawBits = () => Array.from({ length: 64 }, () => (Math.random() < 0.5 ? "0" : "1"));

function change(hash: string, count: number): string {
  const changed = [...hash];
  for (let n = 0; n < count; n++) {
    const at = Math.floor(Math.random() * 64);
    changed[at] = changed[at] === "1" ? "0" : "1";
  }
  return changed.join("");
}

function drawPrint(whole = drawHash()): Print {
  return { whole, crops: cropSteps.map((step) => change(whole, step)) };
}

/** Draws hashes as {@link drawHash} does, and those of crops by changing a few bits. */
async function addPhotos(url: string, count: number): Promise<void> {
  const flips = (bits: number) =>
    Array.from({ length: bits }, () => "1::bigint << (random() * 63)::integer").join(" | ");
  const half = "(random() * 4294967295)::bigint";
  await query(
    url,
    `with drawn as (
      insert into photos (id, uid, key, width, height, widths, color)
      select id, (select id from users limit 1), 'imoveis/' || id, 1600, 1200, '{180}', '#336677'
      from (select gen_random_uuid() as id from generate_series(1, ${count})) ids returning id
    ), hashed as (
      select id, bits & choice | (bits >> 1) & ~choice as whole
      from (select id, ${half} << 32 | ${half} as bits, ${half} << 32 | ${half} as choice from drawn) random
    )
    insert into photo_hashes ("photoId", crop, hash)
    select id, crop, (whole # case crop when 0 then 0 when 4 then ${flips(4)} else ${flips(8)} end)::bit(64)
    from hashed cross join (values (0), (4), (8)) crops (crop)`,
  );
}

async function timeLookups(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    select hash::text as hash from photo_hashes tablesample system (1) where crop = 0 limit ${lookups / 2}`);
  const resembling = rows.map(({ hash }) => drawPrint(change(hash, 5)));
  const prints = [...resembling, ...Array.from({ length: lookups / 2 }, () => drawPrint())];
  const times: number[] = [];
  for (const print of prints) {
    const start = performance.now();
    await findAlike(db, { uid: randomUUID(), sha256: null }, print);
    times.push(performance.now() - start);
  }
  return times;
}
