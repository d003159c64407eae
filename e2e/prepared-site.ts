import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { cloneDatabase } from "../testing/clone-database.ts";
import { serveSite } from "./site-here.ts";
import {
  databaseVariables,
  type RunningSite,
  type SiteOptions,
  type SiteProcess,
  startSite,
} from "./site-process.ts";

type Start = Omit<SiteOptions, "dataDir" | "programDir">;

/** A site whose database is on the run's server. */
export interface TestedSite extends RunningSite {
  /** Address for the tables' owner. */
  databaseUrl: string;
  /** The environment by which the operator's commands find the site. */
  operatorEnv: Record<string, string>;
}

/** Starts a site of its own, without ads, in this process. */
export async function startEmptySite(options: Start = {}): Promise<TestedSite> {
  return startOn(await createPlace(), serveSite, options);
}

/** Starts a site of its own with the sample ads, in this process. */
export async function startDemoSite(options: Start = {}): Promise<TestedSite> {
  return startOn(await copySamples(), serveSite, options);
}

/** Like `startDemoSite`, in a process of its own. */
export async function startDemoProcess(options: Start = {}): Promise<TestedSite & SiteProcess> {
  return startOn(await copySamples(), startSite, options);
}

/** Starts a site of its own, without ads, whose process has a server of its own for a copy of the migrated database. */
export async function startEmptyProcess(options: SiteOptions = {}): Promise<SiteProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "mar-de-minas-e2e-")));
  await copyFolder(inject("emptyDataDir"), dataDir);
  return startSite({ ...options, dataDir });
}

interface Place {
  dataDir: string;
  /** Address for the tables' owner. */
  databaseUrl: string;
  demo: "0" | "1";
}

async function createPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(inject("runFolder"), "site-"));
  return { dataDir, databaseUrl: await cloneDatabase(inject("templateUrl")), demo: "0" };
}

async function copySamples(): Promise<Place> {
  const prepared = inject("samples");
  const dataDir = await mkdtemp(join(inject("runFolder"), "site-"));
  await copyFolder(prepared.dataDir, dataDir);
  return { dataDir, databaseUrl: await cloneDatabase(prepared.databaseUrl), demo: "1" };
}

/** Keeps the owner of files, unlike Node's cp. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}

async function startOn<Site extends RunningSite>(
  { dataDir, databaseUrl, demo }: Place,
  start: (options: SiteOptions & { dataDir: string }) => Promise<Site>,
  options: Start,
): Promise<Site & TestedSite> {
  const variables = databaseVariables(databaseUrl);
  const env = { DEMO: demo, ...variables, ...options.env };
  const site = await start({ ...options, dataDir, env });
  return Object.assign(site, {
    databaseUrl,
    operatorEnv: { DATA_DIR: dataDir, ...variables },
  });
}
