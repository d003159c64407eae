import { projectNode, root } from "../scripts/prepare.mjs";
import { type Running, start } from "./stage.ts";

export interface RehearsedSite extends Running {
  url: string;
}

/** With the manual's settings; resolves once the site serves. */
export async function startSite(
  port: number,
  dataDir: string,
  env: Record<string, string>,
): Promise<RehearsedSite> {
  const url = `http://localhost:${port}`;
  const running = await start(projectNode, ["server/main.ts"], {
    cwd: root,
    env: {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "0",
      SITE_URL: url,
      ...env,
    },
    ready: /no ar em/,
  });
  return { ...running, url };
}

/** Returns the output of a site that is expected to refuse. */
export async function startRefusedSite(
  dataDir: string,
  env: Record<string, string>,
): Promise<string> {
  const site = await startSite(3999, dataDir, env).catch((error: Error) => error.message);
  if (typeof site === "string") return site;
  await site.end("SIGKILL");
  throw new Error("The site started.");
}
