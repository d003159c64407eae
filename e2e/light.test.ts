import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { askAt, findAd, logIn, sampleAccount } from "../testing/advertiser.ts";
import { gallery, launchCachingBrowser, openPage, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** A sample listing with several photos. */
let ad: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
});

async function text(path: string, headers?: Record<string, string>): Promise<string> {
  return (await fetch(site.url + path, { headers })).text();
}

const staticPaths = [
  "/plans",
  "/ajuda",
  "/ajuda/calendario",
  "/ajuda/nada",
  "/comofunciona",
  "/anuncio-conferido",
  "/depoimentos",
  "/about",
  "/roteiros",
  "/onde-visitar",
  "/detalhes/1",
  "/detalhes/99",
  "/alugar/capitolio",
  "/alugar/nada",
  "/blog",
  "/blog/nada",
  "/termos-e-condicoes",
];
/** Their form is hydrated once it is touched. */
const searchPaths = ["/", "/search?q=500"];
const hydratedPaths = ["/login", "/register", "/contato", "/nada"];

test("no page has inline styles or scripts, so the CSP needs no exceptions", async () => {
  const { email, password } = sampleAccount(site.output());
  const cookie = await logIn(askAt(site.url), email, password);
  const own = /\/posts\/edit\/[0-9a-f-]{36}/.exec(await text("/dashboard", { cookie }))?.[0] ?? "";
  expect(own).not.toBe("");
  const pages = [...staticPaths, ...searchPaths, ...hydratedPaths, ad];
  for (const path of [...pages, "/posts/create", "/dashboard", own]) {
    const html = await text(path, { cookie });
    expect(html, path).toContain("<main");
    expect(html.match(/<[a-z][^>]*\sstyle=/gi), path).toBeNull();
    expect(html.match(/<[a-z][^>]*\son[a-z]+=/gi), path).toBeNull();
    expect(html.match(/<style/gi), path).toBeNull();
    for (const [, attributes = "", content = ""] of html.matchAll(
      /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    )) {
      if (!/type="(application\/ld\+json|text\/plain)"/.test(attributes))
        expect(content, path).toBe("");
    }
  }
});

/** Loads a page until the network is idle; returns the scripts it fetched by path. */
async function loadScripts(page: Page, path: string): Promise<Map<string, Buffer>> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.set(pathname, response.body());
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  const all = new Map<string, Buffer>();
  for (const [name, body] of scripts) all.set(name, await body);
  return all;
}

function compressedSize(scripts: Map<string, Buffer>): number {
  return [...scripts.values()].reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
}

test("static pages load no React, and less than 6 kB of script", async () => {
  // All pages load at once, because each waits for the network to be idle.
  const loads = [...staticPaths, ...searchPaths].map(async (path) => {
    const { page } = await openPage(browser);
    const scripts = await loadScripts(page, path);
    await page.context().close();
    return { path, scripts };
  });
  for (const { path, scripts } of await Promise.all(loads)) {
    const names = [...scripts.keys()].join(" ");
    expect(names, path).toContain("/assets/");
    expect(names, path).not.toMatch(/react|router|shared|hydrate|wake/);
    expect(compressedSize(scripts), path).toBeLessThan(6_000);
  }
});

test.each([
  { path: "/", kilobytes: 45, elements: 900 },
  { path: "an ad", kilobytes: 32.5, elements: 660 },
])("the HTML of $path stays below $kilobytes kB", async ({ path, kilobytes, elements }) => {
  const html = await (await fetch(site.url + (path === "/" ? path : ad))).text();
  expect(Buffer.byteLength(html)).toBeLessThan(kilobytes * 1000);
  expect(html.match(/<[a-z]/g)?.length).toBeLessThan(elements);
});

test("an ad's initial scripts total under 90 kB compressed, without the router, after its photo", async () => {
  const { page } = await openPage(browser);
  const scripts = await loadScripts(page, ad);
  const names = [...scripts.keys()].join(" ");
  expect(names).toContain("/react-");
  expect(names).not.toMatch(/router|frame|manifest/);
  expect(compressedSize(scripts)).toBeLessThan(90_000);

  const [photo, react] = await page.evaluate(() => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return [
      resources.find(({ name }) => name.includes("/fotos/"))?.responseEnd,
      resources.find(({ name }) => name.includes("/react-"))?.startTime,
    ];
  });
  expect(react).toBeGreaterThan(photo ?? Number.POSITIVE_INFINITY);
});

test("the route manifest leaves out what React Router assumes anyway", async () => {
  const { page } = await openPage(browser);
  const scripts = await loadScripts(page, "/login");
  const manifest = [...scripts].find(([name]) => name.includes("/manifest-"))?.[1].toString();
  expect(manifest).toContain('"listing-page/routes/listing"');
  expect(manifest).not.toContain(":false");
});

test("code loaded on demand never loads a style sheet twice", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url + ad);
  const sheetsOf = () =>
    page.evaluate(() =>
      [...document.styleSheets].map(({ href }) => href && new URL(href).pathname),
    );
  const before = await sheetsOf();
  await gallery(page)
    .getByRole("link", { name: /: ver em tela cheia$/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Próxima foto" }).waitFor();
  const after = await sheetsOf();
  expect(after.length).toBeGreaterThan(before.length);
  expect(new Set(after).size).toBe(after.length);
  await page.context().close();
});

/**
 * Measures each image: the width chosen, the widths available, and its rendered width in device px.
 */
async function measurePictures(page: Page, path: string) {
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.currentSrc && image.offsetWidth > 0)
      .map((image) => {
        const sets = [image, ...(image.parentElement?.querySelectorAll("source") ?? [])];
        const isChosen = ({ srcset }: { srcset: string }) =>
          srcset.includes(new URL(image.currentSrc).pathname);
        const set = (sets.find(isChosen) ?? image).srcset;
        const widths = set.split(",").map((one) => Number(/(\d+)(?: 2x|w)$/.exec(one)?.[1]));
        if (set.endsWith("2x")) widths.push(Number(/\d+$/.exec(image.src)?.[0]));
        const file = image.currentSrc;
        const chosen = Number(/(\d+)(?:\.(avif|webp|jpg))?$/.exec(file)?.[1]);
        // Either the width or the height decides under object-fit: cover.
        const ratio = image.naturalWidth / image.naturalHeight;
        const css = Math.max(image.offsetWidth, image.offsetHeight * ratio);
        return { file, chosen, widths, shown: css * devicePixelRatio };
      })
      .filter(({ widths }) => widths.length > 1),
  );
}

const picturePaths = ["/", "/blog", "/onde-visitar", "/detalhes/1", "/about"];

test.each([
  { width: 390, height: 844, deviceScaleFactor: 2, paths: picturePaths },
  { width: 360, height: 640, deviceScaleFactor: 2, paths: ["/"] },
  { width: 430, height: 932, deviceScaleFactor: 3, paths: ["/"] },
  { width: 1440, height: 900, deviceScaleFactor: 1, paths: picturePaths },
])("images are no larger than needed at $width px, $deviceScaleFactor×", async (look) => {
  const { deviceScaleFactor, paths, ...viewport } = look;
  const measurements = [...paths, ad].map(async (path) => {
    // A new context per page: Chromium prefers a larger image it has already cached.
    const { page } = await openPage(browser, { viewport, deviceScaleFactor });
    const pictures = await measurePictures(page, path);
    await page.context().close();
    return { path, pictures };
  });
  for (const { path, pictures } of await Promise.all(measurements)) {
    expect(pictures.length, path).toBeGreaterThan(0);
    for (const { file, chosen, widths, shown } of pictures) {
      if (chosen <= 1.5 * shown) continue;
      expect(file, `${path}: photo ${Math.round(shown)} px wide`).not.toContain("/fotos/");
      // A larger image is fine if the next smaller width would be too small.
      const smaller = Math.max(0, ...widths.filter((width) => width < chosen));
      expect(smaller, `${path}: ${file} for ${Math.round(shown)} px`).toBeLessThan(shown);
    }
  }
});

test("links to static pages use the router on hydrated pages and a full load on static ones", async () => {
  const { page, consoleErrors } = await openPage(browser, {
    viewport: { width: 1440, height: 900 },
  });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await visit(page, `${site.url}/contato`);
  await page.getByRole("link", { name: "Planos", exact: true }).click();
  const heading = page.getByRole("heading", { level: 1, name: "Planos para anunciar" });
  await heading.waitFor();
  expect(loads).toEqual(["/contato"]);
  // Screen readers say where one is.
  await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.reload();
  await page.getByRole("link", { name: "Como funciona" }).first().click();
  await page.waitForURL(/comofunciona/);
  expect(loads).toEqual(["/contato", "/plans", "/comofunciona"]);
  expect(consoleErrors).toEqual([]);
});

test("on a static page menus close on Escape and behind a click or the focus, and flash messages show", async () => {
  const { page } = await openPage(browser);
  const flash = btoa(JSON.stringify({ kind: "info", text: "Uma frase." }));
  await page
    .context()
    .addCookies([{ name: "__Host-mardeminas.aviso", value: flash, url: site.url, secure: true }]);
  await page.goto(`${site.url}/blog`);
  await page.getByRole("status").filter({ hasText: "Uma frase." }).waitFor();
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
  await summary.click();
  await menu.getByRole("link", { name: "Cadastrar" }).focus();
  expect(await menu.getAttribute("open")).not.toBeNull();
  await page.keyboard.press("Tab");
  expect(await menu.getAttribute("open")).toBeNull();
});

test("the brand welcomes visitors while the pointer or the focus is on it", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}/blog`);
  const welcome = page.getByRole("tooltip");
  expect(await welcome.count()).toBe(0);
  await page.getByRole("banner").getByRole("link", { name: "Mar de Minas" }).hover();
  await welcome.filter({ hasText: "Bem-vindo ao Mar de Minas" }).waitFor();
  await page.mouse.move(300, 500);
  await expect.poll(() => welcome.count()).toBe(0);
  // The link to the content comes first.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await welcome.waitFor();
});

test("the map loads on demand and receives focus", async () => {
  const { page } = await openPage(browser);
  const requested: string[] = [];
  await page.route(/google/, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ body: "mapa" });
  });
  await page.goto(`${site.url}/detalhes/1`, { waitUntil: "networkidle" });
  expect(requested).toEqual([]);
  await page.getByRole("button", { name: "Mostrar o mapa" }).click();
  await page.frameLocator("iframe[title^='Mapa:']").getByText("mapa").waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
  expect(await page.getByRole("button", { name: "Mostrar o mapa" }).isVisible()).toBe(false);
});

test("going back from an ad restores the home page from the back-forward cache", async () => {
  const own = await launchCachingBrowser();
  try {
    const { page } = await openPage(own);
    await visit(page, site.url);
    await page.evaluate(() => {
      // A page left early fires the pageshow of its own load after the one of its return.
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) document.documentElement.dataset.persisted = "true";
      });
    });
    await visit(page, site.url + ad);
    // page.goBack() would wait for a load event, which a restored page doesn't fire; and going back at
    // once could end the page before it has answered.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect
      .poll(() => page.locator("html").getAttribute("data-persisted"), { timeout: 10_000 })
      .toBe("true");
  } finally {
    await own.close();
  }
});

test("hovering an ad on a static page fetches it ahead, and pressing it opens that copy", async () => {
  const own = await launchCachingBrowser();
  try {
    const page = await own.newPage();
    await visit(page, `${site.url}/alugar/capitolio`);
    const link = page.locator("main a[href^='/posts/']").first();
    await link.hover();
    await link.click();
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
    const load = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const { deliveryType, activationStart } = entry as PerformanceNavigationTiming & {
        deliveryType: string;
        activationStart: number;
      };
      return { isAhead: deliveryType === "navigational-prefetch" || activationStart > 0 };
    });
    expect(load).toEqual({ isAhead: true });
  } finally {
    await own.close();
  }
});

test("no page of one person is fetched ahead, and hydrated pages leave it to the router", async () => {
  const answer = await fetch(`${site.url}/blog`);
  const address = JSON.parse(answer.headers.get("Speculation-Rules") ?? "null");
  const rules = await fetch(site.url + address);
  expect(rules.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const { prefetch } = (await rules.json()) as {
    prefetch: {
      where: { and: [{ href_matches: string[] }, { not: { href_matches: string[] } }] };
    }[];
  };
  const [wanted, excluded] = prefetch[0]?.where.and ?? [];
  const isAhead = (path: string) => {
    const matches = (pattern: string) => new URLPattern(pattern, site.url).test(path, site.url);
    return wanted?.href_matches.some(matches) && !excluded?.not.href_matches.some(matches);
  };
  const paths = ["/logout", "/dashboard", "/posts/create", "/posts/edit/1", "/login", "/operador"];
  for (const path of paths) expect([path, isAhead(path)]).toEqual([path, false]);
  for (const path of ["/", "/blog", ad, "/search?q=lago"]) {
    expect([path, isAhead(path)]).toEqual([path, true]);
  }
  expect((await fetch(`${site.url}/contato`)).headers.get("Speculation-Rules")).toBeNull();
});
