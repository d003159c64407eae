import { cpus, loadavg, totalmem } from "node:os";
import pg from "pg";
import { connections, wrkVersion } from "./load.ts";
import { nginxVersion } from "./servers.ts";

export async function describeMachine(
  databaseUrl: string,
  chromium: string | null,
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("show server_version");
  await client.end();
  const cores = cpus();
  const wrk = wrkVersion();
  return [
    `${cores.length} cores (${cores[0]?.model.trim() || "unknown model"})`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${rows[0].server_version}`,
    `nginx ${nginxVersion() ?? "not installed"}`,
    `Chromium ${chromium ?? "not installed"}`,
    `load of ${connections} connections by ${wrk ? `wrk ${wrk}` : "autocannon"}`,
  ].join(", ");
}

/** Of the last minute. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}
