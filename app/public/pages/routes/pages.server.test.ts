import { expect, test, vi } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { publishOwnAd } from "../../../../testing/own-ad.ts";
import { publishAskable } from "../../../../testing/questions.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import { readSitemap } from "../../../../testing/sitemap.ts";
import { setPaused } from "../../../domain/listings/set-paused.server.ts";
import { helpTopicNames } from "../../../platform/ui/help/help-topics.ts";
import { coming } from "../coming-texts.ts";

const site = shareTestSite();

async function read(path: string, cookie = "", status = 200): Promise<string> {
  const answer = await site().app.request(path, { headers: { Cookie: cookie } });
  expect(answer.status, path).toBe(status);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

test.each(Object.entries(coming))(
  "/%s says when to come back and leads to a page that exists",
  async (path, { next }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
    const html = await read(`/${path}`);
    expect(html).toContain("Volte em <strong>março de 2027</strong>");
    expect(html).toContain(`href="${next.to}"`);
    await read(next.to);
  },
);

/** Reads each plan's card. */
function cards(html: string): string[] {
  return (
    html.match(/<section[^>]*aria-labelledby="(gratis|basico|profissional)"[\s\S]*?<\/section>/g) ??
    []
  );
}

test("/plans marks the visitor's own current plan alone, and says that a featured ad doesn't rank higher", async () => {
  const cookieOf = async (account: object) => (await signIn(site(), account)).cookie;
  const own = async (cookie = "") =>
    cards(await read("/plans", cookie)).map((card) => card.includes("Seu plano"));
  const professional = { plano: "profissional", postsPermitidos: 2 };
  expect(await own()).toEqual([false, false, false]);
  expect(await own((await signIn(site())).cookie)).toEqual([false, true, false]);
  expect(await own(await cookieOf(professional))).toEqual([false, false, true]);
  expect(await own()).toEqual([false, false, false]);
  const none = await cookieOf({ plano: "nenhum", postsPermitidos: 0 });
  for (const cookie of [none, await cookieOf({ validoAte: "2026-01-31" })]) {
    expect(await own(cookie)).not.toContain(true);
  }
  expect(await read("/plans")).toContain("a ordem das listas é a mesma para todos os planos.");
  expect(await read("/como-ordenamos")).toContain("Nenhum plano muda a ordem.");
});

test("each plan's button leads to a message with the plan and one's name, other addresses to an empty one", async () => {
  const { cookie, user } = await signIn(site());
  const links = cards(await read("/plans", cookie)).map(
    (card) => /href="(\/contato[^"]*)"/.exec(card)?.[1],
  );
  expect(links).toEqual(
    ["gratis", "basico", "profissional"].map((plan) => `/contato?plano=${plan}`),
  );
  const html = await read("/contato?plano=profissional", cookie);
  expect(html).toMatch(new RegExp(`<input[^>]*name="nome"[^>]*value="${user.displayName}"`));
  expect(html).toMatch(new RegExp(`<input[^>]*name="email"[^>]*value="${user.email}"`));
  const messageIn = (page: string) => /<textarea[^>]*name="mensagem"[^>]*>([^<]*)</.exec(page)?.[1];
  expect(messageIn(html)).toBe("Olá! Quero anunciar no plano Profissional.");
  const visitor = await read("/contato?plano=profissional");
  expect(messageIn(visitor)).toBe("Olá! Quero anunciar no plano Profissional.");
  expect(visitor).not.toContain(user.email);
  for (const query of ["", "?plano=nenhum", "?plano=%3Cb%3E&plano=basico"]) {
    expect(messageIn(await read(`/contato${query}`, cookie))).toBe("");
  }

  const none = await signIn(site(), { plano: "nenhum", postsPermitidos: 0 });
  const first = await read("/contato", none.cookie);
  expect(messageIn(first)).toBe("Olá! Quero anunciar no plano Básico.");
});

test("/plans tells visitors with which plan registration begins, and its price", async () => {
  expect(await read("/register")).toContain('href="/plans"');
  const text = (await read("/plans")).replace(/<[^>]*>/g, "");
  expect(text).toContain("Você começa no plano Básico, com 1 anúncio");
  expect(text).toContain(
    "primeiros 30 dias são grátis; depois, R$ 25,00 por mês ou R$ 250,00 por ano",
  );
  expect(text).toContain("Os primeiros anunciantes podem pedir 6 meses grátis");
});

function fieldsOfSearch(html: string): string[] {
  const [form = ""] = /<search>.*?<\/search>/s.exec(html) ?? [];
  return Array.from(form.matchAll(/ name="(\w+)"/g), ([, name = ""]) => name);
}

test("addresses that lead nowhere, or to an ad that is gone, offer a search, and the three newest houses", async () => {
  const { id, user } = await publish(site(), { title: "Rancho parado" });
  await setPaused(site().db, user.uid, id, true);
  for (const n of [1, 2, 3, 4]) await publish(site(), { title: `Rancho ${n}` });
  const search = ["localizacao", "entrada", "saida", "pessoas"];
  for (const path of ["/nada", "/posts", "/a/b/c", `/posts/${crypto.randomUUID()}`, "/posts/x"]) {
    const html = await read(path, "", 404);
    expect(html, path).toContain("Essa estrada não chega no lago");
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).toMatch(/<title>Página não encontrada · Mar de Minas<\/title>/);
    const [recent = ""] = /aria-labelledby="recentes">.*?<\/section>/s.exec(html) ?? [];
    const titles = Array.from(recent.matchAll(/<b>(Rancho[^<]*)<\/b>/g), ([, title]) => title);
    expect(titles, path).toEqual(["Rancho 4", "Rancho 3", "Rancho 2"]);
    expect(fieldsOfSearch(html)).toEqual(search);
  }
  expect(fieldsOfSearch(await read(`/posts/${id}`, "", 404))).toEqual(search);
  expect((await site().app.request("/nada", { method: "POST" })).status).toBe(404);
});

test("addresses that end in .data are not found, with or without a session, and change nothing", async () => {
  const { id, cookie } = await publishOwnAd(site());
  const open = ["/_.data", "/_root.data", "/search.data?q=9", `/posts/${id}.data`];
  const own = ["/dashboard.data", "/minha-conta.data?_routes=root", `/posts/edit/${id}.data`];
  for (const who of ["", cookie]) {
    const missing = await read("/nada", who, 404);
    for (const path of [...open, ...own, "/operador.data"]) {
      expect(await read(path, who, 404), path).toBe(missing);
    }
  }
  const body = new URLSearchParams({ id, intent: "excluir" });
  for (const path of ["/dashboard.data", "/logout.data"]) {
    const sent = { method: "POST", headers: { Cookie: cookie }, body };
    expect((await site().app.request(path, sent)).status, path).toBe(404);
  }
  expect(await read("/dashboard", cookie)).toContain(id);
});

test.each([
  ["/blog/nada", "Artigo não encontrado", "/blog"],
  ["/detalhes/99", "Local não encontrado", "/onde-visitar"],
  ["/alugar/paris", "Não conhecemos esse lugar", "/#escolha-no-mapa"],
])("%s leads to everything of its kind", async (path, title, to) => {
  const html = await read(path, "", 404);
  expect(html).toContain(`>${title}</h1>`);
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
  expect(main).toContain(`href="${to}"`);
});

interface Rules {
  prefetch: {
    where: { and: [{ href_matches: string[] }, { not: { href_matches: string[] } }] };
  }[];
}

test("no private page is prefetched", async () => {
  const { app } = site();
  const blog = await app.request("/blog");
  const address = JSON.parse(blog.headers.get("Speculation-Rules") ?? "null");
  const rules = await app.request(address);
  expect(rules.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const { prefetch } = (await rules.json()) as Rules;
  const [wanted, excluded] = prefetch[0]?.where.and ?? [];
  const isAhead = (path: string) => {
    const matches = (pattern: string) =>
      new URLPattern(pattern, "http://localhost").test(path, "http://localhost");
    return wanted?.href_matches.some(matches) && !excluded?.not.href_matches.some(matches);
  };
  const paths = ["/logout", "/dashboard", "/posts/create", "/posts/edit/1", "/login", "/operador"];
  for (const path of paths) expect([path, isAhead(path)]).toEqual([path, false]);
  for (const path of ["/", "/blog", `/posts/${crypto.randomUUID()}`, "/search?q=lago"]) {
    expect([path, isAhead(path)]).toEqual([path, true]);
  }
});

function linksOf(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return [...main.matchAll(/<a\b[^>]*\shref="([/#][^"]*)"/g)].map(([, href = ""]) => href);
}

const helpPaths = ["/ajuda", ...helpTopicNames.map((topic) => `/ajuda/${topic}`)];

test("the help lists every topic, and each stands in the sitemap, with a title and pictures of its own", async () => {
  const index = await read("/ajuda");
  const { places } = await readSitemap(site(), "/sitemap.xml");
  const titles = new Set<string>();
  for (const path of helpPaths) {
    if (path !== "/ajuda") expect(linksOf(index)).toContain(path);
    expect(places.map((place) => new URL(place).pathname)).toContain(path);
    const html = await read(path);
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
  const { cookie, id } = await publishAskable(site());
  const expected: Record<string, string> = {
    "/comofunciona": "/ajuda",
    [`/posts/${id}/calendario`]: "/ajuda/calendario#ligar",
  };
  const found = new Set(helpPaths);
  for (const [path, link] of Object.entries(expected)) {
    const isPublic = ["/comofunciona"].includes(path);
    const links = linksOf(await read(path, isPublic ? undefined : cookie));
    expect(links, path).toContain(link);
    for (const each of links) if (each.startsWith("/ajuda")) found.add(each);
  }
  for (const path of helpPaths) {
    for (const each of linksOf(await read(path))) {
      found.add(each.startsWith("#") ? path + each : each);
    }
  }
  for (const link of found) {
    const [path = "", anchor] = link.split("#");
    const html = await read(path, cookie);
    if (anchor) expect(html, link).toContain(`id="${anchor}"`);
  }
});
