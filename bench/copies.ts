import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, openDatabase } from "../app/db/client.server.ts";
import { findAlike } from "../app/photos/copies/alike-photos.server.ts";
import { cropSteps, type Print } from "../app/photos/copies/print.server.ts";
import { cpuMs } from "./alerts.ts";
import type { Environment } from "./environment.ts";
import { median, percentile } from "./figures.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

const batch = 20_000;
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
    for (; stored < photos; stored += batch) await addPhotos(db, Math.min(batch, photos - stored));
    await db.execute(sql`vacuum analyze photo_hashes`);
    await db.execute(sql`vacuum analyze photos`);
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
  let hash = Math.random() < 0.5 ? "1" : "0";
  while (hash.length < 64) {
    const last = hash.at(-1) === "1";
    hash += last === Math.random() < 0.65 ? "1" : "0";
  }
  return hash;
}

function change(hash: string, bits: number): string {
  const changed = [...hash];
  for (let n = 0; n < bits; n++) {
    const at = Math.floor(Math.random() * 64);
    changed[at] = changed[at] === "1" ? "0" : "1";
  }
  return changed.join("");
}

function drawPrint(whole = drawHash()): Print {
  return { whole, crops: cropSteps.map((step) => change(whole, step)) };
}

async function addPhotos(db: Db, count: number): Promise<void> {
  const photos = Array.from({ length: count }, () => ({ id: randomUUID(), print: drawPrint() }));
  await db.execute(sql`
    insert into photos (id, uid, key, width, height, widths, color)
    select id, (select id from users limit 1), 'imoveis/' || id, 1600, 1200, '{180}', '#336677'
    from unnest(${sql.param(photos.map(({ id }) => id))}::uuid[]) id`);
  const hashes = photos.flatMap(({ id, print }) =>
    [print.whole, ...print.crops].map((hash, n) => ({ id, hash, crop: [0, ...cropSteps][n] })),
  );
  await db.execute(sql`
    insert into photo_hashes ("photoId", crop, hash)
    select id, crop, hash::bit(64) from unnest(
      ${sql.param(hashes.map(({ id }) => id))}::uuid[],
      ${sql.param(hashes.map(({ crop }) => crop))}::smallint[],
      ${sql.param(hashes.map(({ hash }) => hash))}::text[]
    ) as drawn (id, crop, hash)`);
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
