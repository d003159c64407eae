import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { shareTestSite, signIn, type TestSite } from "../../../../testing/site.ts";
import { addDays, today } from "../../../calendar/civil-date.ts";
import { searches, visits } from "../../../db/operation-schema.ts";
import { posts } from "../../../db/schema.ts";

const sharedSite = shareTestSite();

beforeEach(async () => {
  await sharedSite().db.delete(searches);
  // Houses of the test before are elsewhere.
  await sharedSite().db.update(posts).set({ localizacao: "Funil" });
});

const day = (ago: number) => addDays(today(), -ago);

interface House {
  views?: number;
  taps?: number;
  searches?: number;
}

async function addHouse(site: TestSite, counts: House, overrides: object = {}) {
  const { id } = await publish(site, {
    localizacao: "Guapé",
    quantidadeMaximaPessoas: 8,
    ...overrides,
  });
  await site.db
    .update(posts)
    .set({ createdAt: sql`now() - interval '90 days'`, datesConfirmedAt: sql`now()` })
    .where(eq(posts.id, id));
  const kinds = { visita: counts.views, telefone: counts.taps, busca: counts.searches };
  for (const [kind, n] of Object.entries(kinds)) {
    if (n) await site.db.insert(visits).values({ postId: id, day: day(2), kind, n });
  }
  return id;
}

async function addOwnHouse(site: TestSite, counts: House = {}, overrides: object = {}) {
  const { user, cookie } = await signIn(site);
  const id = await addHouse(site, counts, overrides);
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  return { id, cookie };
}

async function proofOf(site: TestSite, cookie: string): Promise<string> {
  const answer = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  const text = (await answer.text())
    .replace(/<!-- -->/g, "")
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return /Entre casas parecidas.*?O ano em uma folha/.exec(text)?.[0] ?? "";
}

test("an ad stands beside the medians of five houses like it, without their names", async () => {
  const site = sharedSite();
  const { cookie } = await addOwnHouse(site, { views: 200, taps: 5, searches: 1234 });
  for (const [views, taps] of [
    [100, 1],
    [110, 2],
    [120, 12],
    [130, 20],
    [140, 28],
  ] as const) {
    await addHouse(site, { views, taps }, { title: "Casa do vizinho" });
  }
  const text = await proofOf(site, cookie);
  expect(text).toContain("Visualizações 200 120");
  expect(text).toContain("Toques por 100 visualizações 2,5 10");
  expect(text).toContain("Meio-termo de 5 casas em Guapé");
  expect(text).toContain("Apareceu em 1.234 buscas nos últimos 30 dias");
  expect(text).not.toContain("vizinho");
});

test("with four houses like it, it says so and shows no number of theirs", async () => {
  const site = sharedSite();
  const { cookie } = await addOwnHouse(site, { views: 200 });
  for (const views of [1001, 1002, 1003, 1004]) await addHouse(site, { views });
  const text = await proofOf(site, cookie);
  expect(text).toContain("Ainda há poucas casas deste tamanho em Guapé");
  expect(text).not.toMatch(/\d{4}|Parecidas/);
});

test("searches that wanted what the ad doesn't have are told, with what to do", async () => {
  const site = sharedSite();
  const { cookie, id } = await addOwnHouse(site);
  const search = (ago: number, asked: string, n: number, localizacao = "Guapé") =>
    site.db.insert(searches).values({ day: day(ago), localizacao, asked, n });
  await search(0, "pets=1", 30);
  await search(29, "pets=1", 17);
  await search(30, "pets=1", 1000);
  await search(3, "wifi=1", 9);
  await search(3, "wifi=1", 1000, "Turvo");
  const html = await (await site.app.request("/dashboard", { headers: { Cookie: cookie } })).text();
  expect(html).toContain("47 buscas pediam pets e a sua casa não apareceu.");
  expect(html).not.toContain("buscas pediam Wi-Fi");
  expect(html).toMatch(
    new RegExp(`href="/posts/edit/${id}"[^>]*>Se a casa aceita pets, marque no anúncio\\.`),
  );
  await site.db.update(posts).set({ aceitaPets: true }).where(eq(posts.id, id));
  expect(await proofOf(site, cookie)).toContain("9 buscas pediam Wi-Fi e a sua casa não apareceu.");
});

test("a paused ad is compared with nothing", async () => {
  const site = sharedSite();
  const { cookie, id } = await addOwnHouse(site, { views: 200, searches: 40 });
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, id));
  expect(await proofOf(site, cookie)).toBe("");
});
