import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openPage } from "./browser.ts";
import { removeData, type SiteProcess, startSite } from "./site-process.ts";

let site: SiteProcess;
let browser: Browser;
/** The path of a sample listing with several photos. */
let ad: string;

beforeAll(async () => {
  site = await startSite({ env: { DEMO: "1" } });
  browser = await launchBrowser();
  ad = /\/posts\/[0-9a-f-]{36}/.exec(await text("/"))?.[0] ?? "";
});

afterAll(async () => {
  await browser?.close();
  await site?.end("SIGTERM");
  if (site) await removeData(site);
});

async function text(path: string, headers?: Record<string, string>): Promise<string> {
  return (await fetch(site.url + path, { headers })).text();
}

const staticPaths = [
  "/plans",
  "/comofunciona",
  "/about",
  "/roteiros",
  "/onde-visitar",
  "/detalhes/1",
  "/detalhes/99",
  "/blog",
  "/blog/nada",
  "/termos-e-condicoes",
];
const hydratedPaths = ["/", "/search?q=500", "/login", "/register", "/contato", "/nada"];

async function logIn(): Promise<string> {
  const [, email = "", password = ""] = /exemplo: (\S+), senha (\S+)/.exec(site.output()) ?? [];
  const answer = await fetch(`${site.url}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

test("no page carries a style or a script of its own: a strict policy needs no exception", async () => {
  const cookie = await logIn();
  const own = /\/posts\/edit\/[0-9a-f-]{36}/.exec(await text("/dashboard", { cookie }))?.[0] ?? "";
  expect(own).not.toBe("");
  const pages = [...staticPaths, ...hydratedPaths, ad];
  for (const path of [...pages, "/posts/create", "/dashboard", own]) {
    const html = await text(path, { cookie });
    expect(html, path).toContain("<main");
    expect(html.match(/<[a-z][^>]*\sstyle=/gi), path).toBeNull();
    expect(html.match(/<[a-z][^>]*\son[a-z]+=/gi), path).toBeNull();
    expect(html.match(/<style/gi), path).toBeNull();
    for (const [, attributes = "", content = ""] of html.matchAll(
      /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    )) {
      if (!/type="application\/(ld\+)?json"/.test(attributes)) expect(content, path).toBe("");
    }
  }
});

/** The site's own scripts that a page asks for until nothing moves, by their names. */
async function scriptsOf(path: string): Promise<Map<string, Buffer>> {
  const { page } = await openPage(browser);
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.set(pathname, response.body());
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  const all = new Map<string, Buffer>();
  for (const [name, body] of scripts) all.set(name, await body);
  await page.context().close();
  return all;
}

test("pages with nothing to take over send no framework", async () => {
  for (const path of staticPaths) {
    const scripts = await scriptsOf(path);
    expect([...scripts.keys()].join(" "), path).not.toMatch(/framework|shared|hydrate/);
    const bytes = [...scripts.values()].reduce((sum, body) => sum + body.length, 0);
    expect(bytes, path).toBeLessThan(15_000);
  }
});

test("an ad's first scripts are below 120 kB compressed, and come after its photo", async () => {
  const scripts = await scriptsOf(ad);
  expect([...scripts.keys()].join(" ")).toContain("framework");
  const bytes = [...scripts.values()].reduce((sum, body) => {
    return sum + brotliCompressSync(body).length;
  }, 0);
  expect(bytes).toBeLessThan(120_000);

  const { page } = await openPage(browser);
  await page.goto(site.url + ad, { waitUntil: "networkidle" });
  const [photo, framework] = await page.evaluate(() => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return [
      resources.find(({ name }) => name.includes("/fotos/"))?.responseEnd,
      resources.find(({ name }) => name.includes("framework"))?.startTime,
    ];
  });
  expect(framework).toBeGreaterThan(photo ?? Number.POSITIVE_INFINITY);
});

/** Pictures on a page: what was chosen, what could have been, and the device's pixels they fill. */
async function picturesOf(page: Page, path: string) {
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.currentSrc && image.offsetWidth > 0)
      .map((image) => {
        const sets = [image, ...(image.parentElement?.querySelectorAll("source") ?? [])];
        const set = sets.find(({ srcset }) =>
          srcset.includes(new URL(image.currentSrc).pathname),
        )?.srcset;
        const widths = (set ?? "").split(",").map((one) => Number(/ (\d+)w/.exec(one)?.[1] ?? 0));
        const file = image.currentSrc;
        const chosen = Number(/(\d+)\.(avif|webp|jpg)$/.exec(file)?.[1]);
        // A picture that covers its box fills its width or its height, whichever asks for more.
        const ratio = image.naturalWidth / image.naturalHeight;
        const css = Math.max(image.offsetWidth, image.offsetHeight * ratio);
        return { file, chosen, widths, shown: css * devicePixelRatio };
      })
      .filter(({ widths }) => widths.length > 1),
  );
}

test.each([
  { width: 390, height: 844, deviceScaleFactor: 2 },
  { width: 390, height: 844, deviceScaleFactor: 3 },
  { width: 1440, height: 900, deviceScaleFactor: 1 },
])(
  "no picture is larger than what is shown needs at $width px, $deviceScaleFactor×",
  async (look) => {
    const { deviceScaleFactor, ...viewport } = look;
    for (const path of [
      "/",
      "/search?q=500",
      ad,
      "/blog",
      "/onde-visitar",
      "/detalhes/1",
      "/about",
    ]) {
      // A new visitor each: Chromium would rather take a larger picture that it already has.
      const { page } = await openPage(browser, { viewport, deviceScaleFactor });
      const pictures = await picturesOf(page, path);
      await page.context().close();
      expect(pictures.length, path).toBeGreaterThan(0);
      for (const { file, chosen, widths, shown } of pictures) {
        if (chosen <= 1.5 * shown) continue;
        // The steps between the widths there are: the next smaller one would be too small.
        const smaller = Math.max(0, ...widths.filter((width) => width < chosen));
        expect(smaller, `${path}: ${file} for ${Math.round(shown)} px`).toBeLessThan(shown);
      }
    }
  },
);

test("a static page opens through the router from a hydrated page, and by a full load from a static one", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Planos", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Planos para anunciar" }).waitFor();
  expect(loads).toEqual(["/"]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("conteudo");
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Como funciona" }).first().click();
  await page.waitForURL(/comofunciona/);
  expect(loads).toEqual(["/", "/plans", "/comofunciona"]);
  expect(complaints).toEqual([]);
});

test("on a static page menus close on Escape or an outside click, and flash messages show", async () => {
  const { page } = await openPage(browser);
  const aviso = encodeURIComponent(JSON.stringify({ kind: "info", text: "Uma frase." }));
  await page.context().addCookies([{ name: "mardeminas.aviso", value: aviso, url: site.url }]);
  await page.goto(`${site.url}/blog`, { waitUntil: "networkidle" });
  expect(await page.getByRole("status").filter({ hasText: "Uma frase." }).isVisible()).toBe(true);
  const summary = page.locator("summary").filter({ hasText: "Menu" });
  const menu = page.locator("details", { has: summary });
  await summary.click();
  expect(await menu.getAttribute("open")).not.toBeNull();
  await page.keyboard.press("Escape");
  expect(await menu.getAttribute("open")).toBeNull();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await summary.click();
  await page.mouse.click(20, 700);
  expect(await menu.getAttribute("open")).toBeNull();
});

test("the map comes when it is asked for, and takes the focus", async () => {
  const { page } = await openPage(browser);
  const asked: string[] = [];
  await page.route(/google/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: "mapa" });
  });
  await page.goto(`${site.url}/detalhes/1`, { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Mostrar o mapa" }).click();
  await page.frameLocator("iframe[title^='Mapa:']").getByText("mapa").waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
  expect(await page.getByRole("button", { name: "Mostrar o mapa" }).isVisible()).toBe(false);
});

test("back from an ad the home page is there as it was left", async () => {
  const own = await launchBrowser([], ["--disable-back-forward-cache"]);
  try {
    const { page } = await openPage(own);
    await page.goto(site.url, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted);
      });
    });
    await page.goto(site.url + ad, { waitUntil: "networkidle" });
    // Playwright's own way back waits for a load, of which there is none.
    await page.evaluate(() => history.back());
    await expect
      .poll(() => page.locator("html").getAttribute("data-persisted"), { timeout: 10_000 })
      .toBe("true");
  } finally {
    await own.close();
  }
});

test("browsers are told what to ask for ahead, and nothing private", async () => {
  const answer = await fetch(`${site.url}/blog`);
  const address = JSON.parse(answer.headers.get("Speculation-Rules") ?? "null");
  const rules = await fetch(site.url + address);
  expect(rules.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const { prefetch } = (await rules.json()) as { prefetch: object[] };
  for (const path of ["/logout", "/dashboard", "/posts/create", "/posts/edit", "/login"]) {
    expect(JSON.stringify(prefetch)).toContain(path);
  }
  expect((await fetch(site.url)).headers.get("Speculation-Rules")).toBeNull();
});
