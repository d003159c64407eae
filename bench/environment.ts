import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { makeVariants } from "../app/domain/photos/variants.server.ts";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../app/platform/db/embedded/embedded.server.ts";
import { root } from "../scripts/prepare.mjs";
import { fillDatabase } from "./fill.ts";
import { type Server, startSite } from "./servers.ts";
import type { Table } from "./table.ts";

export interface Environment {
  folder: string;
  /** Another checkout to compare with. */
  baseline: string | null;
  fill: (sizes: number[]) => Promise<Table>;
  database: (ads: number) => Promise<EmbeddedDatabase>;
  site: (ads: number, env?: Record<string, string>) => Promise<Server>;
  baselineSite: (ads: number, env?: Record<string, string>) => Promise<Server>;
  stopAtEnd: <T extends Server>(server: T) => T;
  close: () => Promise<void>;
}

const authSecret = "a".repeat(64);

export function openEnvironment(folder: string, baseline: string | null): Environment {
  const databases = new Map<string, Promise<EmbeddedDatabase>>();
  const servers: Server[] = [];
  const dataDir = (ads: number) => join(folder, `${ads}`);

  function start(dir: string): Promise<EmbeddedDatabase> {
    const running = databases.get(dir);
    if (running) return running;
    // Registered before it runs, so that an interrupt stops it too.
    const starting = mkdir(dir, { recursive: true }).then(() => startEmbeddedDatabase(dir));
    databases.set(dir, starting);
    return starting;
  }

  function stopAtEnd<T extends Server>(server: T): T {
    servers.push(server);
    return server;
  }

  async function fillOne(dir: string, program: string, ads: number): Promise<void> {
    const { url } = await start(dir);
    // Another checkout migrates in its own way.
    const site = await siteOn(dir, program);
    await site.stop();
    await fillDatabase(url, ads);
  }

  async function siteOn(dir: string, program: string, env: Record<string, string> = {}) {
    const { url } = await start(dir);
    const settings = { DATABASE_URL: url, AUTH_SECRET: authSecret, ...env };
    return stopAtEnd(await startSite(program, dir, settings));
  }

  return {
    folder,
    baseline,
    stopAtEnd,
    async fill(sizes) {
      const rows: Table["rows"] = [];
      for (const ads of sizes) {
        const startedAt = performance.now();
        const dir = dataDir(ads);
        await fillOne(dir, root, ads);
        const { url } = await start(dir);
        rows.push([ads, (performance.now() - startedAt) / 1000, await sizeOf(url)]);
        await storePhotos(dir, url);
      }
      const [fewest] = sizes;
      if (baseline && fewest) await fillOne(`${dataDir(fewest)}-baseline`, baseline, fewest);
      return { title: "Filling", columns: ["ads", "seconds", "database, MB"], rows };
    },
    database: (ads) => start(dataDir(ads)),
    site: (ads, env) => siteOn(dataDir(ads), root, env),
    baselineSite: (ads, env) => siteOn(`${dataDir(ads)}-baseline`, baseline ?? "", env),
    async close() {
      for (const server of servers) await server.stop();
      for (const database of databases.values()) await (await database).stop();
      databases.clear();
    },
  };
}

async function sizeOf(url: string): Promise<number> {
  const [row] = await query(url, "select pg_database_size(current_database()) / 1e6 as mb");
  return Number(row?.mb);
}

/** Writes the photo files of the newest 100 ads, all with the same picture. */
async function storePhotos(dir: string, url: string): Promise<void> {
  const drawing = sharp(join(root, "illustrations", "rancho.svg")).resize(3200);
  const made = await makeVariants(await drawing.png().toBuffer());
  if (!made.ok) throw new Error(made.message);
  const rows = await query(
    url,
    `select key from photos where "postId" in
      (select id from posts order by "createdAt" desc, id desc limit 100)`,
  );
  for (const { key } of rows) {
    const folder = join(dir, "fotos", String(key));
    await mkdir(folder, { recursive: true });
    for (const { width, format, bytes } of made.variants) {
      await writeFile(join(folder, `${width}.${format}`), bytes);
    }
  }
}

export async function newestAd(environment: Environment, ads: number): Promise<string> {
  const { url } = await environment.database(ads);
  const [row] = await query(url, `select id from posts order by "createdAt" desc, id desc limit 1`);
  return `/posts/${row?.id}`;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
