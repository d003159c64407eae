import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../app/platform/db/embedded/postmaster.server.ts";
import { root } from "../../scripts/prepare.mjs";
import { copyCheckout } from "../../testing/checkout.ts";
import { untilPrinted } from "../../testing/child-output.ts";
import { expectNoProcesses } from "../../testing/database-processes.ts";
import { patience } from "../../testing/patience.ts";
import { launchBrowser, openPage, waitForHydration } from "../browser.ts";

let copy: string;
let url: string;
let dev: ChildProcess;
let browser: Browser;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "mar-de-minas-dev-"));
  // A copy, so that a failed test can't leave its edits behind.
  await copyCheckout(copy);
  await linkPackages();
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  dev = spawn("npm", ["run", "dev"], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(copy, "data"),
      DEMO: "0",
      SITE_URL: url,
      LOG_LEVEL: "warn",
    },
  });
  browser = await launchBrowser();
  await untilPrinted(dev, /no ar em/);
});

afterAll(async () => {
  await browser?.close();
  await stop();
  // Vite's dependency cache may still be written for a moment after the site has ended.
  await rm(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function stop(): Promise<void> {
  // A process ended by a signal has no exit code.
  if (!dev || dev.exitCode !== null || dev.signalCode !== null) return;
  const ended = new Promise((done) => dev.once("exit", done));
  dev.kill("SIGTERM");
  await ended;
}

/** Links each package rather than node_modules, so that Vite's cache stays in the copy. */
async function linkPackages(): Promise<void> {
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name === ".vite") continue;
    await symlink(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(copy, file);
  const source = await readFile(path, "utf8");
  expect(source).toContain(from);
  await writeFile(path, source.replaceAll(from, to));
}

/** Waits until the heading uses the site's display font. */
async function expectStyled(page: Page): Promise<void> {
  const face = () => page.locator("h1").evaluate((title) => getComputedStyle(title).fontFamily);
  await expect.poll(face).toContain("Piazzolla");
}

/** Waits until the search form's own colour for its button overrides that of buttons in general. */
async function expectLayersInOrder(page: Page): Promise<void> {
  const search = page.locator("[role=search] button[type=submit]").first();
  const background = () => search.evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect.poll(background).toBe("rgb(224, 160, 60)");
}

test("pages are styled and hydrated without console errors", async () => {
  const { page, consoleErrors } = await openPage(browser);
  for (const path of ["/", "/blog", "/login"]) {
    await page.goto(url + path);
    await waitForHydration(page);
    await expectStyled(page);
  }
  await page.goto(url);
  await waitForHydration(page);
  await expectLayersInOrder(page);
  expect(consoleErrors).toEqual([]);
});

test("pages are styled before any script runs", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(url);
  await expectStyled(page);
  await expectLayersInOrder(page);
});

test("edits to a component and a loader appear when the page is loaded again", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await page.goto(url);
  await waitForHydration(page);
  const text = async () => {
    await page.goto(url);
    return page.locator("body").innerText();
  };
  await edit(
    "app/public/search/routes/home-page.tsx",
    "Não foram encontrados posts",
    "Componente editado",
  );
  await expect.poll(text, patience).toContain("Componente editado");
  await edit("app/root.tsx", "const year = new Date().getFullYear()", "const year = 2999");
  await expect.poll(text, patience).toContain("2999");
  expect(consoleErrors).toEqual([]);
});

test("stopping it leaves no process behind", async () => {
  await stop();
  await expectNoProcesses(join(copy, "data"));
});
