import { launchBrowser, openPage } from "../e2e/browser.ts";
import { type Environment, newestAd } from "./environment.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

const kinds = ["HTML", "JS", "CSS", "fonts", "pictures", "other"] as const;
type Kind = (typeof kinds)[number];

const kindOf: Record<string, Kind> = {
  Document: "HTML",
  Script: "JS",
  Stylesheet: "CSS",
  Font: "fonts",
  Image: "pictures",
};

export async function measureBytes(environment: Environment, { sizes }: Plan): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  const site = await environment.site(ads);
  const ad = await newestAd(environment, ads);
  const paths = ["/", ad, "/search?q=500", "/blog", "/about", "/plans", "/register"];
  const pages = await measurePages(site.url, paths);
  await site.stop();
  const rows = [...pages].map(([path, bytes]) => [
    path === ad ? "an ad" : path,
    ...kinds.map((kind) => bytes[kind] / 1000),
    kinds.reduce((sum, kind) => sum + bytes[kind], 0) / 1000,
  ]);
  return [
    {
      title: "Downloads on a phone, kB",
      note: "390 × 844 at 2× density, empty cache, no scrolling; transferred bytes, including headers. All photos are the same illustration.",
      columns: ["page", ...kinds, "total"],
      rows,
    },
  ];
}

/** Measures pages for a phone with an empty cache, including headers, without scrolling. */
async function measurePages(
  origin: string,
  paths: string[],
): Promise<Map<string, Record<Kind, number>>> {
  const browser = await launchBrowser();
  try {
    const pages = new Map<string, Record<Kind, number>>();
    for (const path of paths) {
      const { page } = await openPage(browser, { deviceScaleFactor: 2, isMobile: true });
      const bytes = { HTML: 0, JS: 0, CSS: 0, fonts: 0, pictures: 0, other: 0 };
      const kindOfRequest = new Map<string, Kind>();
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      session.on("Network.responseReceived", ({ requestId, type }) => {
        kindOfRequest.set(requestId, kindOf[type] ?? "other");
      });
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        bytes[kindOfRequest.get(requestId) ?? "other"] += encodedDataLength;
      });
      const answer = await page.goto(origin + path, { waitUntil: "networkidle" });
      if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`);
      pages.set(path, bytes);
      await page.context().close();
    }
    return pages;
  } finally {
    await browser.close();
  }
}
