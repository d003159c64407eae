// npm run lighthouse: audits the built site with the sample ads on an emulated mid-range phone and
// slow network. Low scores are not errors; a page that can't be measured is.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { alone, build, install, projectNode } from "./prepare.mjs";

alone(() => {
  install({ withTools: true });
  build();
});
if (Number(process.versions.node.split(".")[0]) < 24) {
  const again = spawnSync(projectNode, [fileURLToPath(import.meta.url)], { stdio: "inherit" });
  process.exit(again.status ?? 1);
}
const { default: lighthouse } = await import("lighthouse");
const { launchBrowser } = await import("../e2e/browser.ts");
const { removeData, startSite } = await import("../e2e/site-process.ts");
const { findFreePort } = await import("../app/db/postmaster.server.ts");

const categories = ["performance", "accessibility", "best-practices", "seo"];
const columns = ["desempenho", "acessibilidade", "boas práticas", "SEO", "LCP", "TBT", "CLS"];

const site = await startSite({ env: { DEMO: "1", LOG_LEVEL: "warn" }, plainHttp: true });
const port = await findFreePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
try {
  const home = await (await fetch(site.url)).text();
  const ad = /\/posts\/[0-9a-f-]{36}/.exec(home)?.[0];
  if (!ad) throw new Error("the home page shows no ad");
  const cookie = await logIn();
  const rows = {};
  for (const path of ["/", ad, "/search?q=500", "/blog"]) rows[path] = await measure(path);
  rows["/posts/create"] = await measure("/posts/create", { Cookie: cookie });
  console.table(rows, columns);
} finally {
  await browser.close();
  await site.end("SIGTERM");
  await removeData(site);
}

async function measure(path, extraHeaders) {
  const result = await lighthouse(site.url + path, {
    port,
    onlyCategories: categories,
    extraHeaders,
    logLevel: "error",
  });
  const report = result?.lhr;
  if (!report || report.runtimeError) {
    throw new Error(`${path}: ${report?.runtimeError?.message ?? "no report"}`);
  }
  if (new URL(report.finalDisplayedUrl).pathname !== path.split("?")[0]) {
    throw new Error(`${path} led to ${report.finalDisplayedUrl}`);
  }
  printFailedAudits(path, report);
  const score = (category) => Math.round((report.categories[category]?.score ?? 0) * 100);
  const value = (audit) => report.audits[audit]?.displayValue?.replaceAll("\u00a0", " ") ?? "-";
  const values = [
    ...categories.map(score),
    value("largest-contentful-paint"),
    value("total-blocking-time"),
    value("cumulative-layout-shift"),
  ];
  return Object.fromEntries(columns.map((column, at) => [column, values[at]]));
}

function printFailedAudits(path, report) {
  for (const category of categories.slice(1)) {
    for (const { id, weight } of report.categories[category]?.auditRefs ?? []) {
      const audit = report.audits[id];
      if (weight > 0 && audit?.score !== null && audit?.score < 1) {
        console.log(`${path}: ${category}: ${audit.title}`);
      }
    }
  }
}

async function logIn() {
  const [, email, password] = /exemplo: (\S+), senha (\S+)/.exec(site.output()) ?? [];
  const answer = await fetch(`${site.url}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (answer.status !== 302) throw new Error(`the login answered ${answer.status}`);
  return cookies.join("; ");
}
