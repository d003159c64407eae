import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { findFreePort } from "../../app/platform/db/embedded/postmaster.server.ts";
import { root } from "../../scripts/prepare.mjs";
import { copyCheckout } from "../../testing/checkout.ts";
import { untilPrinted } from "../../testing/child-output.ts";
import { makeFolder } from "../../testing/folder.ts";

const run = promisify(execFile);

const folder = await makeFolder({ onDone: afterAll });

/** Versions of Debian 12, of Node 20 and 22, and of Node 24. */
const npmVersions = ["9.2.0", "10.9.4", "11.6.2"];
const nodes = ["18.20.8", "20.20.2", "22.23.3", "24.21.0"];
const pairs = nodes.flatMap((node) =>
  npmVersions
    // npm 11 itself refuses Node 18.
    .filter((npm) => !(node.startsWith("18.") && npm.startsWith("11.")))
    .map((npm, at) => ({ node, npm, builds: at === 0 })),
);

/** Installs executables of these versions into a folder, where calls with the same ones find them. */
async function fetchTools(npm: string, node: string) {
  const packages = `node-${process.platform}-${process.arch}`;
  for (const one of [`npm@${npm}`, `${packages}@${node}`]) {
    const prefix = join(folder, one);
    await mkdir(prefix, { recursive: true });
    await run("npm", ["install", one, "--prefix", prefix, "--ignore-scripts", "--prefer-offline"]);
  }
  const inside = (one: string) => join(folder, one, "node_modules");
  return {
    npm: join(inside(`npm@${npm}`), "npm", "bin", "npm-cli.js"),
    node: join(inside(`${packages}@${node}`), packages, "bin", "node"),
  };
}

/** Runs `npm start` until the site serves; `stop` resolves with npm's output once it has ended. */
async function npmStart(clone: string, { node, npm }: Record<"node" | "npm", string>) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(node, [npm, "start"], {
    cwd: clone,
    env: {
      ...environmentOf(node),
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(clone, "data"),
      DEMO: "0",
      SITE_URL: url,
      WORKERS: "1",
    },
  });
  const output = await untilPrinted(child, /no ar em/);
  return {
    url,
    async stop() {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      await ended;
      return output();
    },
  };
}

/** Another npm's variables would tell our scripts to use that npm. */
function environmentOf(node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/.test(name));
  const path = process.env.PATH?.split(delimiter).filter((one) => !one.includes("node_modules"));
  return {
    ...Object.fromEntries(kept),
    npm_config_local_prefix: undefined,
    NODE_ENV: undefined,
    PATH: [dirname(node), ...(path ?? [])].join(delimiter),
  };
}

test.for(pairs)(
  "npm start of a fresh clone serves with npm $npm on Node $node, without the tests' tools",
  // Building takes two minutes on cores that other tests share.
  { timeout: 300_000 },
  async ({ npm, node, builds }) => {
    const clone = await makeFolder();
    await copyCheckout(clone);
    if (!builds) await cp(join(root, "build"), join(clone, "build"), { recursive: true });

    const site = await npmStart(clone, await fetchTools(npm, node));

    expect((await fetch(site.url)).status).toBe(200);
    const output = await site.stop();
    expect(output).toContain("Instalando as dependências...");
    expect(output.includes("Construindo o site...")).toBe(builds);
    for (const name of ["vitest", "drizzle-kit", "esbuild", "typescript"]) {
      expect(existsSync(join(clone, "node_modules", name)), name).toBe(false);
    }
  },
);
