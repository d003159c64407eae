import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject, vi } from "vitest";
import { copyWithPlainDrawings } from "./plain-drawings.ts";
import { serveSite } from "./site-here.ts";
import { type RunningSite, type SiteOptions, type SiteProcess, startSite } from "./site-process.ts";

type Start = Omit<SiteOptions, "dataDir" | "programDir">;

/** Starts a site of its own, without ads, in this process. */
export async function startEmptySite({ env, ...options }: Start = {}): Promise<RunningSite> {
  return serveSite({
    ...options,
    env: { DEMO: "0", ...env },
    dataDir: await copyPrepared("vazio"),
  });
}

/** Starts a site of its own with the sample ads, in this process. */
export async function startDemoSite({ env, ...options }: Start = {}): Promise<RunningSite> {
  const dataDir = await copyPrepared("exemplos");
  return serveSite({ ...options, env: { DEMO: "1", ...env }, dataDir });
}

/** Like `startDemoSite`, in a process of its own. */
export async function startDemoProcess({ env, ...options }: Start = {}): Promise<SiteProcess> {
  const dataDir = await copyPrepared("exemplos");
  return startSite({ ...options, env: { DEMO: "1", ...env }, dataDir });
}

/** Like `startEmptySite`, in a process of its own, which can be killed and measured. */
export async function startEmptyProcess({ env, ...options }: Start = {}): Promise<SiteProcess> {
  return startSite({
    ...options,
    env: { DEMO: "0", ...env },
    dataDir: await copyPrepared("vazio"),
  });
}

/**
 * Returns a copy of a data folder. Creating the database takes half of a first start, and preparing the
 * samples' photos many times as long, so each is done once for the whole test run.
 */
async function copyPrepared(kind: "vazio" | "exemplos"): Promise<string> {
  const prepared = join(inject("preparedFolder"), kind);
  const failed = `${prepared}.falhou`;
  if (await isFirst(kind)) {
    await prepare(prepared, kind === "exemplos" ? "1" : "0").catch(async (error) => {
      await mkdir(failed);
      throw error;
    });
  }
  const isDone = () => existsSync(prepared) || existsSync(failed);
  await vi.waitUntil(isDone, { timeout: 280_000, interval: 100 });
  if (existsSync(failed)) throw new Error("another test file failed to prepare this site");
  const dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-e2e-"));
  // Unlike Node's cp, this keeps the owner of the database's folders.
  await promisify(execFile)("cp", ["-a", `${prepared}/.`, dataDir]);
  return dataDir;
}

async function prepare(folder: string, DEMO: string): Promise<void> {
  const dataDir = `${folder}.novo`;
  const programDir = await copyWithPlainDrawings();
  const site = await startSite({ dataDir, programDir, env: { DEMO } });
  try {
    if (DEMO === "1") await awaitSamplePhotos(site);
    await awaitShareCards(site.url);
  } finally {
    await site.end("SIGTERM");
  }
  await rename(dataDir, folder);
}

/** Waits for the samples' photos, or every copy would draw them again. */
async function awaitSamplePhotos({ output }: Pick<SiteProcess, "output">): Promise<void> {
  const areDrawn = () => output().includes("As fotos de exemplo estão prontas.");
  await vi.waitUntil(areDrawn, { timeout: 180_000, interval: 100 });
}

async function awaitShareCards(url: string): Promise<void> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  for (const [path] of sitemap.matchAll(/\/posts\/[0-9a-f-]{36}/g)) {
    const hasCard = async () =>
      (await (await fetch(url + path)).text()).includes("/fotos/cartoes/");
    await vi.waitUntil(hasCard, { timeout: 60_000, interval: 250 });
  }
}

async function isFirst(kind: string): Promise<boolean> {
  return mkdir(join(inject("preparedFolder"), `${kind}.comecado`)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
