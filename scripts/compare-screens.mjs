// npm run compare -- <folder> [--engine <name>] [--page <path>] [--screens <n>] [--data <folder>] [--into <folder>]:
// photographs the public pages of another built checkout and of this one in each engine, on a phone and a
// desktop, light and dark, and says where they differ. The other checkout, the older one, fills a site with the
// sample ads, unless --data names a filled folder to copy; this one shows a copy of it at the same address.
// --engine and --page may be repeated; --screens says how many screens of a page are taken, from its top.
// Pictures of what differs are kept: before, after, and where.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { comingWeekend } from "../app/domain/calendar/stays.ts";
import { findFreePort } from "../app/platform/db/embedded/postmaster.server.ts";
import { awaitPictures } from "../bench/sample-site.ts";
import { startSite } from "../bench/servers.ts";
import { engines } from "../e2e/engines/all-engines.ts";
import { listPublicPaths } from "../e2e/engines/public-paths.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { root } from "./prepare.mjs";
import { comparePictures } from "./screens/compare-pictures.mjs";
import { takeScreens } from "./screens/page-screens.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: "string", multiple: true },
    page: { type: "string", multiple: true },
    screens: { type: "string", default: "4" },
    data: { type: "string" },
    into: { type: "string", default: join(tmpdir(), "mar-de-minas-diferencas") },
  },
});
const [baseline] = positionals;
if (!baseline) throw new Error("name the folder of another built checkout");
const into = resolve(values.into);
const sizes = [
  [390, 844],
  [1440, 900],
];

await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });
const work = await mkdtemp(join(tmpdir(), "mar-de-minas-telas-"));
const port = await findFreePort();
try {
  const filled = join(work, "dados");
  // Unlike Node's cp, this keeps the owner of the database's folders.
  if (values.data) execFileSync("cp", ["-a", resolve(values.data), filled]);
  else await fill(filled);
  const copy = join(work, "copia");
  execFileSync("cp", ["-a", filled, copy]);
  const before = await photograph(resolve(baseline), filled, "before");
  const after = await photograph(root, copy, "after");
  await report(before, after);
} finally {
  await rm(work, { recursive: true, force: true });
}

async function fill(dataDir) {
  const site = await startAt(resolve(baseline), dataDir);
  await awaitPictures(site);
  await site.stop();
}

function startAt(folder, dataDir) {
  const env = { DEMO: "1", SITE_URL: `http://127.0.0.1:${port}` };
  return startSite(folder, dataDir, env, port);
}

/** Returns the pictures and height of each page, by engine, colours, width and path. */
async function photograph(folder, dataDir, name) {
  const site = await startAt(folder, dataDir);
  const taken = new Map();
  try {
    const paths = values.page ?? (await listPaths(site.url));
    for (const engine of engines.filter(isWanted)) {
      for (const scheme of ["light", "dark"]) {
        const browser = await engine.launch(scheme);
        const tab = await browser.openTab();
        for (const [width, height] of sizes) {
          await tab.resize(width, height);
          for (const path of paths) {
            const screens = await takeScreens(tab, site.url + path, Number(values.screens));
            taken.set([engine.name, scheme, width, path].join(" "), screens);
          }
          console.error(`${name}: ${engine.name}, ${scheme}, ${width} px`);
        }
        await tab.close();
        await browser.close();
      }
    }
  } finally {
    await site.stop();
  }
  return taken;
}

function isWanted({ name, find }) {
  return find() !== null && (values.engine?.includes(name) ?? true);
}

async function listPaths(url) {
  const { checkIn, checkOut } = comingWeekend(new Date());
  const stay = `entrada=${checkIn}&saida=${checkOut}`;
  const ad = await findAd(askAt(url));
  return [...listPublicPaths(stay), ad, `${ad}?${stay}&pessoas=4`, `${ad}/perguntar`];
}

/** Prints a line a page: pixels that differ in each screen, and its height if that has changed. */
async function report(before, after) {
  let same = 0;
  for (const [page, old] of before) {
    const now = after.get(page);
    const counts = [];
    const count = Math.max(old.pictures.length, now.pictures.length);
    for (let at = 0; at < count; at += 1) {
      const file = join(into, `${page.replaceAll(/[^\w.-]+/g, "_")}-${at + 1}.png`);
      counts.push(await comparePictures(old.pictures[at], now.pictures[at], file));
    }
    const height = old.height === now.height ? "" : `, height ${old.height} → ${now.height}`;
    if (counts.every((differing) => differing === 0) && !height) same += 1;
    else
      console.log(
        `${page}: ${counts.map((differing) => differing ?? "none").join(" · ")}${height}`,
      );
  }
  console.log(`${same} of ${before.size} are the same; pictures of the others are in ${into}`);
}
