import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";
import { domain } from "./names.ts";
import { type Running, run, start, until } from "./stage.ts";

const authority = "autoridade.test";

export const caddyNames = { [authority]: "127.0.0.1", [domain]: "127.0.0.1" };

export interface RunningCaddy {
  authorityFile: string;
  accessLog: string;
  end: () => Promise<void>;
}

/** Runs the project's own Caddyfile, with a second Caddy as the public ACME authority. */
export async function startCaddy(
  folder: string,
  settings: { SITES: "um" | "varios"; SITE_UPSTREAMS: string },
): Promise<RunningCaddy> {
  const authorityHome = join(folder, "autoridade");
  const home = join(folder, "caddy");
  for (const path of [authorityHome, home]) await mkdir(path);
  const authorityConfig = join(authorityHome, "Caddyfile");
  await writeFile(
    authorityConfig,
    `{
	admin off
	skip_install_trust
	auto_https disable_redirects
}
https://${authority}:14000 {
	tls internal
	acme_server
}
`,
  );
  const caddies: Running[] = [];
  caddies.push(await startOne(authorityConfig, { XDG_DATA_HOME: authorityHome }));
  const authorityFile = join(authorityHome, "caddy/pki/authorities/local/root.crt");
  await waitForOk(authorityFile, `https://${authority}:14000/acme/local/directory`);

  const config = join(home, "Caddyfile");
  const caddyfile = await readFile(join(root, "deploy/Caddyfile"), "utf8");
  await writeFile(
    config,
    // Only one block may have global options.
    caddyfile.replace(
      /^\{\n/m,
      `{
	admin off
	acme_ca https://${authority}:14000/acme/local/directory
	acme_ca_root ${authorityFile}
`,
    ),
  );
  const accessLog = join(home, "acessos.log");
  const env = { SITE_DOMAIN: domain, ACCESS_LOG: accessLog, XDG_DATA_HOME: home, ...settings };
  caddies.push(await startOne(config, env));
  await waitForOk(authorityFile, `https://${domain}/healthz`);
  return {
    authorityFile,
    accessLog,
    async end() {
      for (const caddy of caddies) await caddy.end();
    },
  };
}

function startOne(config: string, env: Record<string, string>): Promise<Running> {
  const args = ["run", "--adapter", "caddyfile", "--config", config];
  return start("caddy", args, { env, ready: /serving initial configuration/ });
}

/** Asks with curl; returns the status line and headers. */
export async function ask(authorityFile: string, args: readonly string[]): Promise<string> {
  return run("curl", [
    ...["--silent", "--show-error", "--max-time", "20", "--cacert", authorityFile],
    ...["--output", "/dev/null", "--dump-header", "-"],
    ...args,
  ]);
}

async function waitForOk(authorityFile: string, url: string): Promise<void> {
  await until(`${url} responds`, async () =>
    / 200/.test((await ask(authorityFile, [url])).split("\r\n")[0] ?? ""),
  );
}
