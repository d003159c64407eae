import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "../../app/platform/db/embedded/postmaster.server.ts";
import { root } from "../../scripts/prepare.mjs";
import { copyCheckout } from "../../testing/checkout.ts";
import { untilPrinted } from "../../testing/child-output.ts";
import { makeFolder } from "../../testing/folder.ts";

const run = promisify(execFile);

/** Executables from the registry, which is all that tells one machine's npm from another's. */
export interface Tools {
  node: string;
  npm: string;
}

/** Versions of Debian 12, of Node 20 and 22, and of Node 24. */
export const npmVersions = ["9.2.0", "10.9.4", "11.6.2"] as const;

/** Installs these versions into a folder, where calls with the same ones find them. */
export async function fetchTools(folder: string, npm: string, node?: string): Promise<Tools> {
  const packages = `node-${process.platform}-${process.arch}`;
  const wanted = [`npm@${npm}`, ...(node ? [`${packages}@${node}`] : [])];
  for (const one of wanted) {
    const prefix = join(folder, one);
    await mkdir(prefix, { recursive: true });
    await run("npm", ["install", one, "--prefix", prefix, "--ignore-scripts", "--prefer-offline"]);
  }
  const inside = (one: string) => join(folder, one, "node_modules");
  return {
    npm: join(inside(`npm@${npm}`), "npm", "bin", "npm-cli.js"),
    node: node ? join(inside(`${packages}@${node}`), packages, "bin", "node") : process.execPath,
  };
}

/** A copy without anything installed or built, as `git clone` makes it, that is removed at the end. */
export async function cloneProject({ built = false } = {}): Promise<string> {
  const folder = await makeFolder();
  await copyCheckout(folder);
  if (built) await cp(join(root, "build"), join(folder, "build"), { recursive: true });
  return folder;
}

/** Runs `npm start` until the site serves; `stop` resolves with npm's output once it has ended. */
export async function npmStart(
  clone: string,
  tools: Tools,
): Promise<{ url: string; stop: () => Promise<string> }> {
  const port = await findFreePort();
  const child = spawn(tools.node, [tools.npm, "start"], {
    cwd: clone,
    env: {
      ...environment(tools),
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(clone, "data"),
      DEMO: "0",
      SITE_URL: `http://127.0.0.1:${port}`,
      WORKERS: "1",
    },
  });
  const output = await untilPrinted(child, /no ar em/);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      await ended;
      return output();
    },
  };
}

/** Another npm's variables would tell our scripts to use that npm. */
function environment(tools: Tools): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/.test(name));
  const path = process.env.PATH?.split(delimiter).filter((one) => !one.includes("node_modules"));
  return {
    ...Object.fromEntries(kept),
    npm_config_local_prefix: undefined,
    NODE_ENV: undefined,
    PATH: [dirname(tools.node), ...(path ?? [])].join(delimiter),
  };
}
