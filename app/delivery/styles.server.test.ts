import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { publishOwnAd } from "../../testing/own-ad.ts";
import { shareTestSite } from "../../testing/site.ts";
import { seasons } from "../db/calendar-schema.ts";
import { posts } from "../db/schema.ts";

const sharedSite = shareTestSite();

const styles = new Map<string, string>();

function readStyles(path: string): string {
  const known = styles.get(path) ?? readFileSync(`build/client${path}`, "utf8");
  styles.set(path, known);
  return known;
}

/** Lists a page's classes that none of the stylesheets it links has a rule for. */
function findUnstyled(html: string): string[] {
  const links = html.matchAll(/<link rel="stylesheet" href="([^"#]+)/g);
  const css = Array.from(links, ([, path = ""]) => readStyles(path)).join("\n");
  const styled = new Set(Array.from(css.matchAll(/\.([a-z_][\w-]*)/gi), ([, name]) => name));
  const classes = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, all = ""]) => all.split(" "));
  return [...new Set(classes.flat())].filter((name) => name && !styled.has(name));
}

test("a page links the stylesheets of everything on it", async () => {
  const own = await publishOwnAd(sharedSite());
  const { id } = await publish(sharedSite(), { observacoesTarifa: "Limpeza: R$ 100" });
  const { db } = sharedSite();
  await db.update(posts).set({ checkedAt: new Date() }).where(eq(posts.id, id));
  const season = { temporada: "Réveillon", de: "2090-12-28", ate: "2091-01-02" };
  await db.insert(seasons).values({ postId: id, ...season, valorDiaria: "900" });
  const { checkIn, checkOut } = findOrdinaryStay(60, 2);
  const dates = `entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
  const shared = [
    "/",
    "/search",
    `/search?${dates}`,
    `/search?${dates}&q=1`,
    `/posts/${id}`,
    `/posts/${id}?${dates}`,
    `/posts/${id}/perguntar`,
    "/alugar/turvo",
    "/detalhes/1",
    "/guardados",
    "/confira",
    "/ajuda",
    "/plans",
  ];
  const owners = ["/dashboard", "/minha-conta", "/posts/create", `/posts/${own.id}/calendario`];
  for (const path of shared) {
    const html = await (await sharedSite().app.request(path)).text();
    expect(findUnstyled(html), path).toEqual([]);
  }
  for (const path of [...shared, ...owners]) {
    expect(findUnstyled(await own.read(path)), `${path} of an owner`).toEqual([]);
  }
});
