// npm run sbom: writes the production dependencies to sbom.cdx.json, in CycloneDX format.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root } from "./prepare.mjs";

const npm = process.env.npm_execpath;
const [program, args] = npm ? [process.execPath, [npm]] : ["npm", []];
const { stdout, status } = spawnSync(
  program,
  [
    ...args,
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=application",
    "--omit=dev",
    "--package-lock-only",
  ],
  {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  },
);
if (status !== 0) fail("A lista de partes não foi feita. O motivo está acima.");
const list = JSON.parse(stdout);
// npm names the component after the folder; use the package's name.
list.metadata.component.name = JSON.parse(stdout).metadata.component["bom-ref"].replace(
  /@[^@]*$/,
  "",
);
writeFileSync(join(root, "sbom.cdx.json"), `${JSON.stringify(list, null, 2)}\n`);
console.log(`sbom.cdx.json: ${list.components.length} partes.`);
