import { expect, test } from "vitest";
import { publishAskable } from "../../../testing/questions.ts";
import { shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
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

test("the help lists every topic, and each stands in the sitemap, with a title and pictures of its own", async () => {
  const site = sharedSite();
  const index = await read(site, "/ajuda");
  const { places } = await readSitemap(site, "/sitemap.xml");
  const titles = new Set<string>();
  for (const path of helpPaths) {
    if (path !== "/ajuda") expect(linksOf(index)).toContain(path);
    expect(places.map((place) => new URL(place).pathname)).toContain(path);
    const html = await read(site, path);
    titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? "");
    const images = html.match(/<img[^>]*\/ilustracoes\/ajuda\/[^>]*>/g) ?? [];
    for (const [nth, image] of images.entries()) {
      expect(image).toMatch(/alt="[^"]{15,}"/);
      expect(image).toMatch(/width="\d+" height="\d+"/);
      // Only the first of a page loads at once.
      expect(image.includes('loading="lazy"'), image).toBe(nth > 0);
    }
  }
  expect(titles.size).toBe(helpPaths.length);
});

test("every link of the help, and every link to it, leads to a page and an anchor that exist", async () => {
  const site = sharedSite();
  const { cookie, id } = await publishAskable(site);
  const expected: Record<string, string> = {
    "/comofunciona": "/ajuda",
    [`/posts/${id}/calendario`]: "/ajuda/calendario#ligar",
  };
  const found = new Set(helpPaths);
  for (const [path, link] of Object.entries(expected)) {
    const isPublic = ["/comofunciona"].includes(path);
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

test("a topic that doesn't exist is answered with 404 and the way to all topics, as in every footer", async () => {
  const answer = await sharedSite().app.request("/ajuda/nada");
  const html = await answer.text();
  expect(answer.status).toBe(404);
  expect(linksOf(html)).toContain("/ajuda");
  expect(html.split("<footer")[1]).toContain('href="/ajuda"');
});

test("the help is the same page for advertisers, without their data, and silent on Pix where there is none", async () => {
  const { cookie, user } = await signIn(sharedSite());
  const html = await read(sharedSite(), "/ajuda/planos", cookie);
  expect(html).not.toContain(user.email);
  expect(html).not.toContain("Gerar código Pix");
});
