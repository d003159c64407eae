// npm run audit: checks installed packages for known vulnerabilities. Exits with 1 unless they are
// excused in docs/audit-exceptions.json, and with 3 if the registry didn't respond.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";

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
  // An entry without a URL refers to another package, which lists the advisory itself.
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

function idOf({ url }) {
  return url.split("/").at(-1);
}
