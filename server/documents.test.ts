import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { variableNames } from "./config.ts";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path && existsSync(path));
/** Those of app/ are pages of the site, whose links are its addresses. */
const documents = tracked.filter((path) => path.endsWith(".md") && !path.startsWith("app/"));
const read = (path: string) => readFileSync(path, "utf8");

const folders = "app|cli|db|deploy|docs|e2e|fuzz|rehearsal|samples|scripts|server|testing";

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  const prose = read(path).replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  for (const [, heading = ""] of prose.matchAll(/^#+ (.+)$/gm)) {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "");
    const anchor = words.trim().replaceAll(" ", "-");
    const same = [...anchors].filter((it) => it.replace(/-\d+$/, "") === anchor).length;
    anchors.add(same === 0 ? anchor : `${anchor}-${same}`);
  }
  return anchors;
}

test.each(documents)("%s leads to files and headings that exist", (path) => {
  const links = [
    ...read(path).matchAll(/\]\(([^)\s]+)\)/g),
    ...read(path).matchAll(/ (?:src|href|srcset)="([^"]+)"/g),
  ].map(([, target = ""]) => target);
  const broken = links.filter((link) => {
    if (/^\w+:/.test(link)) return false;
    const [name = "", anchor] = link.split("#");
    const target = name ? join(dirname(path), name) : path;
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).has(decodeURIComponent(anchor));
  });
  const named = Array.from(
    read(path).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)\``, "g")),
    ([, name = ""]) => name,
  );
  expect([...broken, ...named.filter((file) => !existsSync(file))]).toEqual([]);
});

test("every file of this repository that a script, the image or a service names exists", () => {
  const scripts = tracked.filter((path) => /^(scripts|bench|rehearsal)\/.*\.(mjs|ts)$/.test(path));
  const named = scripts.flatMap((path) => {
    const joined = [...read(path).matchAll(/join\(root, ("[\w./-]+"(?:, "[\w./-]+")*)\)/g)];
    const quoted = [...read(path).matchAll(new RegExp(`"((?:app|${folders})/[\\w./-]+)"`, "g"))];
    return [
      ...joined.map(([, parts = ""]) =>
        parts.replaceAll(/"(, ")?/g, (_, next) => (next ? "/" : "")),
      ),
      ...quoted.map(([, name = ""]) => name),
    ];
  });
  for (const path of tracked.filter((it) => /^(Dockerfile$|deploy\/)/.test(it))) {
    named.push(...(read(path).match(/\b(cli|scripts|server)\/[\w-]+\.m?[jt]s\b/g) ?? []));
  }
  const made = /^(node_modules|build|\.preparando)/;
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !made.test(name) && !existsSync(name))).toEqual([]);
});

test("CONTRIBUTING may leave out a file's upper folders", () => {
  const named = Array.from(
    read("CONTRIBUTING.md").matchAll(/`((?:[\w-]+\/)+[\w.-]+\.tsx?)`/g),
    ([, name = ""]) => name,
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !tracked.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual(
    [],
  );
});

test("documents that code, scripts and settings name exist", () => {
  const sources = tracked.filter((path) => /\.(tsx?|m[jt]s|sql|ya?ml|css)$|^deploy\//.test(path));
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/[\w/-]+\.\w+|\bdocs\/decisions\/\d{3}\b/g)].map(
      ([name]) => [path, name] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(([, name]) => !tracked.some((path) => path.startsWith(name)));
  expect(missing).toEqual([]);
});

test("every page of the operators' manual is reached from its first", () => {
  const pages = documents.filter((path) => path.startsWith("docs/operacao/"));
  expect(pages.length).toBeGreaterThan(5);
  const start = read("docs/operacao.md");
  expect(pages.filter((path) => !start.includes(`(${path.slice("docs/".length)})`))).toEqual([]);
});

test("the operators' manual has one way to run a command, no shell that reads the settings, and no SQL", () => {
  const manual = documents.filter((path) => path.startsWith("docs/operacao"));
  const otherWays =
    /(?:^|[\s;`(])(?:\.|source) \/etc\/|set -a|npm run .*operador|cli\/main\.ts|runuser -u mardeminas /m;
  expect(manual.filter((path) => otherWays.test(read(path)))).toEqual([]);
  const sql =
    /```sql|\b(?:select .+ from|delete from|insert into|update .+ set|(?:create|alter|drop) (?:role|table|user))\b/i;
  expect(manual.filter((path) => sql.test(read(path)))).toEqual([]);
});

test("the README's drawing of the house names every layer and slice once", () => {
  const [, drawing = ""] = /```text\n([\s\S]*?)```/.exec(read("README.md")) ?? [];
  const named = Array.from(drawing.matchAll(/^ +(\w+)(?:\/| {2})/gm), ([, name]) => name);
  const folders = tracked.flatMap((path) => [
    ...(/^app\/(\w+)\//.exec(path)?.slice(1) ?? []),
    ...(/^app\/(?:platform|domain)\/(\w+)\//.exec(path)?.slice(1) ?? []),
  ]);
  expect(named.sort()).toEqual([...new Set(folders)].sort());
});

test("the changelog begins with this version, the others following from new to old", () => {
  const headings = [...read("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+) · (\S+)$/gm)];
  const versions = headings.map(([, number = ""]) => number);
  expect(versions[0]).toBe(JSON.parse(read("package.json")).version);
  const inOrder = versions.toSorted((one, other) =>
    other.localeCompare(one, "en", { numeric: true }),
  );
  expect(versions).toEqual([...new Set(inOrder)]);
  const days = headings.map(([, , day = ""]) => day.split("/").reverse().join("-"));
  expect(days.join()).toMatch(/^(\d{4}-\d\d-\d\d,?)+$/);
  expect(days).toEqual(days.toSorted().toReversed());
  expect(read("CHANGELOG.md").match(/^## \d/gm)).toHaveLength(headings.length);
});

test("the manual names only versions that exist, and no tag", () => {
  const manual = documents.filter((path) => path.startsWith("docs/operacao"));
  const own = /(?:Mar de Minas |e abaixo |-v)(\d+\.\d+\.\d+)/g;
  const named = manual.flatMap((path) =>
    Array.from(read(path).matchAll(own), ([, version = ""]) => version),
  );
  expect(named.length).toBeGreaterThan(2);
  const { version } = JSON.parse(read("package.json"));
  expect(new Set(named)).toEqual(new Set([version]));
  // A version is a folder on the server; which tags a repository has, the manual can't know.
  const tags = /git (?:checkout|diff|clone --branch) v?\d/;
  expect(manual.filter((path) => tags.test(read(path)))).toEqual([]);
});

test("every requirement of the ASVS, level 2, stands once, with its state", () => {
  const rows = read("docs/asvs.md").match(/^\| \d.*$/gm) ?? [];
  const numbers = rows.flatMap((row) => row.split("|")[1]?.match(/\d+\.\d+\.\d+/g) ?? []);
  expect([numbers.length, new Set(numbers).size]).toEqual([253, 253]);
  const states = rows.map((row) => row.split("|")[3]?.trim() ?? "");
  expect(new Set(states)).toEqual(new Set(["met", "n/a", "accepted"]));
});

test("the inventory of keys has every variable that holds one", () => {
  const [inventory = ""] = /^\| 11\.1\.2 .*$/m.exec(read("docs/asvs.md")) ?? [];
  const holdsKey = /SECRET|TOKEN|RECIPIENT|USER_ID|^(DATABASE|SMTP).*URL$/;
  const keys = variableNames.filter((name) => holdsKey.test(name));
  expect(keys.filter((name) => !inventory.includes(`\`${name}\``))).toEqual([]);
});

test("every table of the database has one level of protection", () => {
  const schemas = tracked.filter((path) => /^app\/platform\/db\/[\w-]*schema\.ts$/.test(path));
  const tables = schemas.flatMap((path) =>
    Array.from(read(path).matchAll(/\bpgTable\(\s*"(\w+)"/g), ([, name]) => name),
  );
  const levels =
    /^- segredos:[\s\S]*?^\n/m.exec(read("docs/operacao/dados-pessoais.md"))?.[0] ?? "";
  const named = Array.from(levels.matchAll(/`(\w+)`/g), ([, name]) => name);
  expect(named.sort()).toEqual(tables.sort());
});
