// npm run audit: asks the registry for known vulnerabilities of all that is installed. Ends with 0
// when there are none but those reasoned about in docs/audit-exceptions.json, with 1 when there
// are, and with 3 when the registry did not answer: then nothing is known.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";

// The registry is asked with the npm that runs this script.
const npm = process.env.npm_execpath;
const [program, args] = npm ? [process.execPath, [npm]] : ["npm", []];
const { stdout } = spawnSync(program, [...args, "audit", "--json"], {
  cwd: root,
  encoding: "utf8",
  timeout: 120_000,
});
const report = parse(stdout ?? "");
if (!report?.vulnerabilities) {
  console.error("O registro de pacotes não respondeu à auditoria: nada se sabe, nem bom nem ruim.");
  if (report?.message) console.error(report.message);
  process.exit(3);
}
const exceptions = JSON.parse(readFileSync(join(root, "docs", "audit-exceptions.json"), "utf8"));
const today = new Date().toISOString().slice(0, 10);
const findings = new Map();
for (const { via } of Object.values(report.vulnerabilities)) {
  // A name instead of an advisory: the finding stands with the package of that name.
  for (const advisory of via) if (advisory.url) findings.set(idOf(advisory), advisory);
}
const isExcused = (id) => exceptions[id] && exceptions[id].until >= today;
const open = [...findings].filter(([id]) => !isExcused(id));
for (const [id, { name, severity, title, url }] of open) {
  const late = exceptions[id] ? ` (a exceção venceu em ${exceptions[id].until})` : "";
  console.error(`${severity}: ${name}: ${title}\n  ${url}${late}`);
}
for (const id of Object.keys(exceptions)) {
  if (!findings.has(id))
    console.error(`${id} não aparece mais: tire-a de docs/audit-exceptions.json.`);
}
console.log(`${findings.size} achados, ${findings.size - open.length} com exceção.`);
process.exit(open.length > 0 ? 1 : 0);

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The last part of an advisory's address: "GHSA-…". */
function idOf({ url }) {
  return url.split("/").at(-1);
}
