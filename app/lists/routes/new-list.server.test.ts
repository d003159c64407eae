import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  findList,
  htmlOf,
  itemsOf,
  openListBrowser,
  shareList,
} from "../../../testing/group-lists.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { lists } from "../../db/list-schema.ts";
import { posts } from "../../db/schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

const checkIn = addDays(today(), 30);
const dates = { entrada: checkIn, saida: addDays(checkIn, 2) };

test("a new list has its name, dates, people and ads, and shows them to anyone with its address", async () => {
  const site = sharedSite();
  const [one, other] = [
    await publish(site, { title: "Rancho do Píer", unavailableDays: [] }),
    await publish(site, { title: "Casa do Ipê", unavailableDays: [] }),
  ];
  const creator = openListBrowser(site);
  const plan = { nome: "Rancho pra virada", ...dates, pessoas: "8" };
  const path = await shareList(creator, [one.id, other.id], plan);
  expect(path).toMatch(/^\/lista\/[\w-]{22}$/);
  expect(await findList(site, path)).toMatchObject({ ...plan, pessoas: 8, lastVisitOn: today() });
  expect(await itemsOf(site, path)).toHaveLength(2);

  const html = await htmlOf(await openListBrowser(site).get(path));
  expect(html).toContain("Rancho pra virada</h1>");
  expect(html.indexOf("Rancho do Píer")).toBeLessThan(html.indexOf("Casa do Ipê"));
  expect(html).toContain("8 pessoas");
  expect(html.match(/data-estimativa/g)).toHaveLength(2);
  expect(html).toContain("por 2 noites, estimativa");
  expect(html).toContain(`/posts/${one.id}?entrada=${dates.entrada}&amp;saida=${dates.saida}`);
});

test("a new list needs nothing but an ad", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const path = await shareList(openListBrowser(site), [id]);
  expect(await findList(site, path)).toMatchObject({
    nome: "Nossa viagem",
    entrada: null,
    pessoas: null,
  });
  const html = await htmlOf(await openListBrowser(site).get(path));
  expect(html).toContain("Sem datas ainda");
  expect(html).not.toContain("data-estimativa");
});

test("a new list is refused without public ads, and for more than thirty", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, id));
  const before = await site.db.$count(lists);
  const creator = openListBrowser(site);
  const paused = await creator.post("/lista/nova", { anuncio: id, nome: "Virada" });
  expect(paused.status).toBe(400);
  const html = await htmlOf(paused);
  expect(html).toContain("Guarde pelo menos um anúncio antes de compartilhar.");
  expect(html).toMatch(/<input[^>]*name="nome"[^>]*value="Virada"/);
  const many = Array.from({ length: 31 }, (): [string, string] => ["anuncio", crypto.randomUUID()]);
  const tooMany = await creator.post("/lista/nova", many);
  expect(tooMany.status).toBe(400);
  expect(await htmlOf(tooMany)).toContain("Uma lista leva até 30 anúncios.");
  expect(await site.db.$count(lists)).toBe(before);
});

test("a new list keeps everything typed when it is refused", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const fields = { anuncio: id, nome: "Virada", entrada: "2020-01-01", saida: "2020-01-05" };
  const answer = await openListBrowser(site).post("/lista/nova", { ...fields, pessoas: "mil" });
  expect(answer.status).toBe(400);
  const html = await htmlOf(answer);
  expect(html).toContain("A data de entrada já passou.");
  expect(html).toContain("Diga quantas pessoas, de 1 a 999.");
  for (const [name, value] of Object.entries(fields)) {
    expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
  }
});
