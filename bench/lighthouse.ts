import lighthouse, { type Result } from "lighthouse";
import { findFreePort } from "../app/platform/db/embedded/postmaster.server.ts";
import { launchBrowser } from "../e2e/browser.ts";
import { askAt, register } from "../testing/advertiser.ts";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import type { Plan } from "./plan.ts";
import { startSampleSite } from "./sample-site.ts";
import type { Table } from "./table.ts";

const qualities = ["accessibility", "best-practices", "seo"];
const timings = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

/** Measures Lighthouse's emulated phone and slow network, on the sample ads, pages in turns. */
export async function measureLighthouse(
  environment: Environment,
  { audits }: Plan,
): Promise<Table[]> {
  const site = await startSampleSite(environment);
  const Cookie = await register(askAt(site.url));
  const port = await findFreePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  const pages: { name: string; path: string; headers: Record<string, string> }[] = [
    { name: "/", path: "/", headers: {} },
    { name: "an ad", path: site.ad, headers: {} },
    { name: "/search?q=500", path: "/search?q=500", headers: {} },
    { name: "/blog", path: "/blog", headers: {} },
    { name: "/alugar/capitolio", path: "/alugar/capitolio", headers: {} },
    { name: "/posts/create", path: "/posts/create", headers: { Cookie } },
  ];
  const results = new Map<string, { scores: number[]; runs: number[][] }>();
  try {
    for (const { name, path, headers } of pages) {
      const report = await audit(site.url + path, port, headers, qualities);
      results.set(name, { scores: scoresOf(report, qualities), runs: [] });
    }
    for (let round = 0; round < audits; round++) {
      for (const { name, path, headers } of pages) {
        const report = await audit(site.url + path, port, headers, ["performance"]);
        const figures = timings.map((timing) => report.audits[timing]?.numericValue ?? Number.NaN);
        results.get(name)?.runs.push([...scoresOf(report, ["performance"]), ...figures]);
      }
    }
  } finally {
    await browser.close();
  }
  await site.stop();
  return [
    {
      title: "Lighthouse on a phone",
      note: `Scores of 100, LCP and TBT in ms; performance is the median of ${audits} runs, the other scores come from a run of their own, whose audits would slow the page down. Behind a proxy with TLS and HTTP/2, as deployed; simulated slow 4G and a CPU four times slower. /search and /posts/create are noindex on purpose, which the SEO score marks down.`,
      columns: ["page", "performance", "LCP", "TBT", "CLS", ...qualities],
      rows: [...results].map(([name, { scores, runs }]) => [
        name,
        ...(runs[0] ?? []).map((_, at) => median(runs.map((run) => run[at] ?? Number.NaN))),
        ...scores,
      ]),
    },
  ];
}

async function audit(
  url: string,
  port: number,
  extraHeaders: Record<string, string>,
  onlyCategories: string[],
): Promise<Result> {
  const report = (await lighthouse(url, { port, onlyCategories, extraHeaders, logLevel: "error" }))
    ?.lhr;
  if (!report || report.runtimeError) {
    throw new Error(`${url}: ${report?.runtimeError?.message ?? "no report"}`);
  }
  if (report.finalDisplayedUrl !== url)
    throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  return report;
}

function scoresOf(report: Result, categories: string[]): number[] {
  return categories.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100));
}
