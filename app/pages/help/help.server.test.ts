import { expect, test } from "vitest";
import { pixVariables } from "../../../testing/orders.ts";
import { publishAskable } from "../../../testing/questions.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { readSitemap } from "../../../testing/sitemap.ts";
import { helpTopicNames } from "../../ui/help/help-topics.ts";

const sharedSite = shareTestSite();

async function read(site: TestSite, path: string, cookie?: string): Promise<string> {
  const answer = await site.app.request(path, cookie ? { headers: { Cookie: cookie } } : {});
  expect(answer.status, path).toBe(200);
  return answer.text();
}

function linksOf(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return [...main.matchAll(/<a\b[^>]*\shref="([/#][^"]*)"/g)].map(([, href = ""]) => href);
}

const helpPaths = ["/ajuda", ...helpTopicNames.map((topic) => `/ajuda/${topic}`)];

test("the help lists every topic, and each stands in the sitemap with a title of its own", async () => {
  const site = sharedSite();
  const index = await read(site, "/ajuda");
  const { places } = await readSitemap(site, "/sitemap.xml");
  const titles = new Set<string>();
  for (const path of helpPaths) {
    if (path !== "/ajuda") expect(linksOf(index)).toContain(path);
    expect(places.map((place) => new URL(place).pathname)).toContain(path);
    titles.add(/<title>(.*?)<\/title>/.exec(await read(site, path))?.[1] ?? "");
  }
  expect(titles.size).toBe(helpPaths.length);
});

test("every link of the help, and every link to it, leads to a page and an anchor that exist", async () => {
  const site = sharedSite();
  const { cookie, id } = await publishAskable(site);
  const expected: Record<string, string> = {
    "/register": "/ajuda/conta",
    "/plans": "/ajuda/planos",
    "/comofunciona": "/ajuda",
    "/dashboard": "/ajuda/meus-anuncios",
    "/posts/create": "/ajuda/anuncio#fotos",
    [`/posts/edit/${id}`]: "/ajuda/anuncio#lugar",
    [`/posts/${id}/calendario`]: "/ajuda/calendario#ligar",
  };
  const found = new Set(helpPaths);
  for (const [path, link] of Object.entries(expected)) {
    const isPublic = ["/register", "/plans", "/comofunciona"].includes(path);
    const links = linksOf(await read(site, path, isPublic ? undefined : cookie));
    expect(links, path).toContain(link);
    for (const each of links) if (each.startsWith("/ajuda")) found.add(each);
  }
  for (const path of helpPaths) {
    for (const each of linksOf(await read(site, path))) {
      found.add(each.startsWith("#") ? path + each : each);
    }
  }
  for (const link of found) {
    const [path = "", anchor] = link.split("#");
    const html = await read(site, path, cookie);
    if (anchor) expect(html, link).toContain(`id="${anchor}"`);
  }
});

test("the footer leads to the help from every page", async () => {
  const home = await read(sharedSite(), "/");
  expect(home.split("<footer")[1]).toContain('href="/ajuda"');
});

test("a topic that doesn't exist is answered with 404 and the way to all topics", async () => {
  const answer = await sharedSite().app.request("/ajuda/nada");
  expect(answer.status).toBe(404);
  expect(linksOf(await answer.text())).toContain("/ajuda");
});

test("only a site that takes Pix explains how to pay with it", async () => {
  const without = await read(sharedSite(), "/ajuda/planos");
  expect(without).not.toContain("Gerar código Pix");
  const site = await openTestSite(pixVariables);
  const html = await read(site, "/ajuda/planos");
  expect(html).toContain("<strong>Gerar código Pix</strong>");
  expect(html).toContain("/ilustracoes/ajuda/pix.webp");
});

test("pictures have their size and a text, and only the first of a page loads at once", async () => {
  for (const topic of helpTopicNames) {
    const html = await read(sharedSite(), `/ajuda/${topic}`);
    const images = html.match(/<img[^>]*\/ilustracoes\/ajuda\/[^>]*>/g) ?? [];
    for (const [index, image] of images.entries()) {
      expect(image).toMatch(/alt="[^"]{15,}"/);
      expect(image).toMatch(/width="\d+" height="\d+"/);
      expect(image.includes('loading="lazy"'), image).toBe(index > 0);
    }
  }
});

test("the help is the same page for advertisers, without the data of the one who reads it", async () => {
  const { cookie, user } = await signIn(sharedSite());
  const html = await read(sharedSite(), "/ajuda/planos", cookie);
  expect(html).not.toContain(user.email);
});
