import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { waitingForLock } from "../../testing/locks.ts";
import {
  lettersTo,
  newAddress,
  publishAskable,
  soon,
  storeQuestion,
} from "../../testing/questions.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../testing/site.ts";
import { questions } from "../db/question-schema.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { nudgeVisitors } from "./nudges.server.ts";

const hour = 3_600_000;

async function openCase(overrides: Partial<typeof questions.$inferInsert> = {}) {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.example" });
  const { id: postId, user } = await publishAskable(site, { title: "Rancho da Enseada" });
  const email = newAddress();
  const deliveredAt = new Date();
  const ad = { uid: user.uid, postId };
  const question = await storeQuestion(site, ad, {
    title: "Rancho da Enseada",
    email,
    deliveredAt,
    ...overrides,
  });
  return { site, ...ad, id: question.id, email, after: (ms: number) => new Date(Date.now() + ms) };
}

async function publishOther(site: TestSite, title: string, taken: string[] = []) {
  const { id, user } = await publish(site, { title, unavailableDays: [] });
  for (const day of taken) await site.db.insert(unavailableDays).values({ postId: id, day });
  return { id, uid: user.uid };
}

test("after 48 hours without an answer the visitor gets houses that are free on the dates, once", async () => {
  const { site, uid, email, after } = await openCase();
  const free = await publishOther(site, "Casa Livre");
  await publishOther(site, "Casa Ocupada", [soon(201)]);
  const same = await publishOther(site, "Do mesmo dono");
  await site.db.update(posts).set({ uid }).where(eq(posts.id, same.id));

  expect(await nudgeVisitors(site, after(47.9 * hour))).toBe(0);
  expect(await lettersTo(site, email)).toEqual([]);
  expect(await nudgeVisitors(site, after(48.1 * hour))).toBe(1);
  const [letter] = await lettersTo(site, email);
  expect(letter?.subject).toBe("Ainda sem resposta: outras casas para você");
  expect(letter?.text).toContain('Quem anuncia "Rancho da Enseada" ainda não respondeu');
  expect(letter?.text).toContain("Casa Livre");
  expect(letter?.text).toContain(
    `https://mardeminas.example/posts/${free.id}?entrada=${soon(200)}&saida=${soon(202)}&pessoas=4`,
  );
  expect(letter?.text).toContain(`/search?entrada=${soon(200)}&saida=${soon(202)}&pessoas=4`);
  expect(letter?.text).not.toContain("Casa Ocupada");
  expect(letter?.text).not.toContain("Do mesmo dono");

  expect(await nudgeVisitors(site, after(96 * hour))).toBe(0);
  expect(await lettersTo(site, email)).toHaveLength(1);
});

test("without dates, or with no house like it, the letter still leads on", async () => {
  const { site, email, after } = await openCase({ entrada: null, saida: null, pessoas: null });
  expect(await nudgeVisitors(site, after(49 * hour))).toBe(1);
  const [letter] = await lettersTo(site, email);
  expect(letter?.text).toContain(
    "Enquanto isso, procure outras casas:\nhttps://mardeminas.example/search",
  );
});

test.each([
  ["answered", { answer: "respondido" as const, answeredAt: new Date() }],
  ["held by the operator", { deliveredAt: null }],
  ["discarded", { discardedAt: new Date() }],
  ["reported by its advertiser", { reportedAt: new Date() }],
])("nobody hears of a question that is %s", async (_, state) => {
  const { site, email, after } = await openCase(state);
  expect(await nudgeVisitors(site, after(49 * hour))).toBe(0);
  expect(await lettersTo(site, email)).toEqual([]);
});

test("a stay that has begun needs no other house, also if the site was away for days", async () => {
  const { site, id, email, after } = await openCase({ entrada: soon(3), saida: soon(5) });
  expect(await nudgeVisitors(site, after(96 * hour))).toBe(0);
  expect(await lettersTo(site, email)).toEqual([]);
  const [row] = await site.db.select().from(questions).where(eq(questions.id, id));
  expect(row?.nudgedAt).not.toBeNull();
});

test("two sites at once send one letter", async () => {
  const { site, email, after } = await openCase();
  const other = await openSiteOn(site.databaseUrl);
  const sent = await Promise.all(
    [site, other, site, other].map((one) => nudgeVisitors(one, after(49 * hour))),
  );
  expect(sent.toSorted()).toEqual([0, 0, 0, 1]);
  expect(await lettersTo(site, email)).toHaveLength(1);
});

test("an answer that comes while the letter is being written keeps it back", async () => {
  const { site, id, email, after } = await openCase();
  const nudging = await site.db.transaction(async (tx) => {
    await tx
      .update(questions)
      .set({ answer: "livre", answeredAt: new Date() })
      .where(eq(questions.id, id));
    const begun = nudgeVisitors(site, after(49 * hour));
    await waitingForLock(site);
    return { begun };
  });
  expect(await nudging.begun).toBe(0);
  expect(await lettersTo(site, email)).toEqual([]);
});
