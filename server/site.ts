import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Logger } from "pino";
import { type Auth, createAuth } from "../app/accounts/auth.server.ts";
import { type Db, migrateDatabase, openDatabase } from "../app/db/client.server.ts";
import { fillEmptySite, sampleLogin } from "../app/listings/samples.server.ts";
import type { PhotoStore } from "../app/photos/photos.server.ts";
import type { Config } from "./config.ts";

/** All that the site's HTTP surface stands on. */
export interface Site {
  db: Db;
  auth: Auth;
  photoStore: PhotoStore;
  /** Folder of the finished photos, absolute. */
  photosDir: string;
  siteUrl: string | null;
  log: Logger;
  /** A login of the sample data; null without it. */
  sampleLogin: { email: string; password: string } | null;
  /** Lets go of the database; nothing of the site works afterwards. */
  close: () => Promise<void>;
}

/**
 * Opens a site on a database: migrates it, prepares the folders below DATA_DIR, and fills an empty
 * site with sample listings unless DEMO=0. `illustrationsDir` and `migrationsDir` are folders of
 * the program's own.
 */
export async function openSite(
  config: Pick<Config, "dataDir" | "demo" | "authSecret" | "siteUrl">,
  databaseUrl: string,
  log: Logger,
  programDir: string,
): Promise<Site> {
  const photosDir = join(config.dataDir, "fotos");
  const uploadsDir = join(config.dataDir, "envios");
  await mkdir(photosDir, { recursive: true });
  await mkdir(uploadsDir, { recursive: true });

  const { db, close } = openDatabase(databaseUrl, (error) =>
    log.warn({ err: error }, "database connection lost"),
  );
  await migrateDatabase(db, join(programDir, "db", "migrations"));

  const secret = config.authSecret ?? (await keptSecret(config.dataDir));
  const auth = createAuth(db, { secret, siteUrl: config.siteUrl });
  const disk = new Disk(new FSDriver({ location: photosDir, visibility: "public" }));
  const photoStore = { disk, uploadsDir };
  if (config.demo) {
    const filled = await fillEmptySite(
      { db, auth, photoStore, secret },
      join(programDir, "illustrations"),
    );
    if (filled > 0) log.info({ listings: filled }, "empty site filled with sample listings");
  }
  return {
    db,
    auth,
    photoStore,
    photosDir,
    siteUrl: config.siteUrl,
    log,
    sampleLogin: config.demo ? await sampleLogin(db, auth, secret) : null,
    close,
  };
}

async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "auth.segredo");
  const kept = await readFile(file, "utf8").catch(() => null);
  if (kept) return kept.trim();
  const secret = randomBytes(32).toString("hex");
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
  return secret;
}
