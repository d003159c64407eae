import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { type Db, openDatabase } from "../app/db/client.server.ts";
import { findAlike } from "../app/photos/copies/alike-photos.server.ts";
import { readLuma } from "../app/photos/copies/luma.server.ts";
import { cropSteps, makePrint, type Print } from "../app/photos/copies/print.server.ts";
import { listPhotographs, readPhotograph } from "../testing/photographs.ts";
import { cpuMs } from "./alerts.ts";
import { type Environment, query } from "./environment.ts";
import { median, percentile } from "./figures.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

const lookups = 300;
const windowsPerPhotograph = 40;

/** Measures how long it takes to find a photo's copies among as many photos as the plan has ads. */
export async function measureCopies(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table[]> {
  const { url } = await environment.database(sizes[0] ?? 0);
  const { db, close } = openDatabase(url, () => undefined);
  const prints = await readPrints();
  const rows: Table["rows"] = [];
  let stored = 0;
  for (const photos of sizes) {
    await addPhotos(url, prints, photos - stored);
    stored = photos;
    for (const table of ["photos", "photo_hashes"]) await query(url, `vacuum analyze ${table}`);
    const times: number[] = [];
    const before = await cpuMs(db);
    for (let round = 0; round < rounds; round++) times.push(...(await timeLookups(db, prints)));
    const cpu = ((await cpuMs(db)) - before) / times.length;
    rows.push([photos, median(times), percentile(times, 0.95), cpu]);
  }
  await close();
  return [
    {
      title: "Finding a photo's copies",
      note: `${lookups} parts of real photographs, one at a time, with two crops and the mirror image of each, before the pictures themselves are compared. The hashes stored are made of theirs.`,
      columns: ["photos", "p50", "p95", "CPU"],
      rows,
    },
  ];
}

/** Windows of real photographs, since hashes are far from random. */
async function readPrints(): Promise<Print[]> {
  const prints: Print[] = [];
  for (const name of await listPhotographs()) {
    const picture = await readPhotograph(name);
    const { width, height } = await sharp(picture).metadata();
    for (let n = 0; n < windowsPerPhotograph; n++) {
      const share = 0.4 + Math.random() * 0.3;
      const part = await sharp(picture)
        .extract({
          left: Math.floor(Math.random() * (1 - share) * width),
          top: Math.floor(Math.random() * (1 - share) * height),
          width: Math.floor(width * share),
          height: Math.floor(height * share),
        })
        .png()
        .toBuffer();
      const print = makePrint(await readLuma(part));
      if (print) prints.push(print);
    }
  }
  return prints;
}

/** The places of a hash's bits that compare cells along rows; the others compare those along columns. */
const alongRows = "-71777214294589696";

/** Gives each photo the rows of one real hash and the columns of another, and the same of their crops. */
async function addPhotos(url: string, prints: Print[], count: number): Promise<void> {
  const bits = (hash: string) => `'${hash}'::bit(64)::bigint`;
  const real = prints.map(({ whole, crops }, n) => `(${n}, ${[whole, ...crops].map(bits).join()})`);
  const combined = (column: string) =>
    `((rows_of.${column} & ${alongRows}) | (columns_of.${column} & ~(${alongRows}::bigint)))::bit(64)`;
  await query(
    url,
    // Without triggers and foreign keys, which would take most of the time.
    `set session_replication_role = replica;
    create temporary table real_hashes as
      select * from (values ${real.join()}) drawn (n, whole, inner_crop, outer_crop);
    create unique index on real_hashes (n);
    create temporary table added as select gen_random_uuid() as id,
      (random() * ${prints.length - 1})::integer as one, (random() * ${prints.length - 1})::integer as other
      from generate_series(1, ${count});
    insert into photos (id, uid, key, width, height, widths, color)
      select id, (select id from users limit 1), 'imoveis/' || id, 1600, 1200, '{180}', '#336677' from added;
    insert into photo_hashes ("photoId", crop, hash)
      select id, crop, case crop when 0 then ${combined("whole")} when ${cropSteps[0]}
        then ${combined("inner_crop")} else ${combined("outer_crop")} end
      from added join real_hashes rows_of on rows_of.n = one join real_hashes columns_of on columns_of.n = other
      cross join (values (0), (${cropSteps[0]}), (${cropSteps[1]})) crops (crop)`,
  );
}

async function timeLookups(db: Db, prints: Print[]): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < lookups; n++) {
    const print = prints[Math.floor(Math.random() * prints.length)] ?? null;
    const start = performance.now();
    await findAlike(db, { uid: randomUUID(), sha256: null }, print);
    times.push(performance.now() - start);
  }
  return times;
}
