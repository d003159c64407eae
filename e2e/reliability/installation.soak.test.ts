import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../../testing/folder.ts";
import { cloneProject, fetchTools, npmStart, npmVersions } from "./installation.ts";

const folder = await makeFolder({ onDone: afterAll });

const nodes = ["18.20.8", "20.20.2", "22.23.3", "24.21.0"];
const pairs = nodes.flatMap((node) =>
  npmVersions
    // npm 11 itself refuses Node 18.
    .filter((npm) => !(node.startsWith("18.") && npm.startsWith("11.")))
    .map((npm) => ({ node, npm })),
);

test.for(pairs)(
  "npm start of a fresh clone serves with npm $npm on Node $node, without the tests' tools",
  {
    // Building takes two minutes on cores that other tests share.
    timeout: 300_000,
  },
  async (pair) => {
    const { npm, node } = pair;
    const clone = await cloneProject({ built: pair !== pairs[0] });

    const site = await npmStart(clone, await fetchTools(folder, npm, node));

    expect((await fetch(site.url)).status).toBe(200);
    const output = await site.stop();
    expect(output).toContain("Instalando as dependências...");
    expect(output.includes("Construindo o site...")).toBe(pair === pairs[0]);
    for (const name of ["vitest", "drizzle-kit", "esbuild", "typescript"]) {
      expect(existsSync(join(clone, "node_modules", name)), name).toBe(false);
    }
  },
);
