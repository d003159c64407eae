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
import { shareTestSite } from "../../testing/site.ts";
import { questions } from "../db/question-schema.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { nudgeVisitors } from "./nudges.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });
const after = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function openCase(overrides: Partial<typeof questions.$inferInsert> = {}, fields = {}) {
  const site = sharedSite();
  const ad = await publishAskable(site, { title: "Rancho da Enseada", ...fields });
  const { id: postId, user } = ad;
  const email = newAddress();
  const question = { title: "Rancho da Enseada", email, ...overrides };
  const { id } = await storeQuestion(site, { uid: user.uid, postId }, question);
  return { site, uid: user.uid, id, email };
}

test("after 48 hours without an answer the visitor gets houses that are free on the dates, once", async () => {
  // No other test has houses there.
  const place = { localizacao: "Turvo" };
  const { site, uid, email } = await openCase({}, place);
  const publishOther = async (title: string) =>
    (await publish(site, { ...place, title, unavailableDays: [] })).id;
  const free = await publishOther("Casa Livre");
  const taken = { postId: await publishOther("Casa Ocupada"), day: soon(201) };
  await site.db.insert(unavailableDays).values(taken);
  const same = await publishOther("Do mesmo dono");
  await site.db.update(posts).set({ uid }).where(eq(posts.id, same));

  await nudgeVisitors(site, after(47.9));
  expect(await lettersTo(site, email)).toEqual([]);
  // Two sites do so at once.
  await Promise.all([1, 2, 3].map(() => nudgeVisitors(site, after(48.1))));
  await nudgeVisitors(site, after(96));
  const [letter, ...others] = await lettersTo(site, email);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe("Ainda sem resposta: outras casas para você");
  const dates = `entrada=${soon(200)}&saida=${soon(202)}&pessoas=4`;
  for (const words of [
    "Quem anuncia a casa no Turvo ainda não respondeu",
    "Turvo, até ",
    `https://mardeminas.example/posts/${free}?${dates}`,
    `/search?${dates}`,
  ]) {
    expect(letter?.text).toContain(words);
  }
  for (const id of [taken.postId, same]) expect(letter?.text).not.toContain(id);
});

test("without dates, or about an ad that is gone, the letter still leads on", async () => {
  const dates = { entrada: null, saida: null, pessoas: null };
  const { site, email } = await openCase({ ...dates, postId: crypto.randomUUID() });
  await nudgeVisitors(site, after(49));
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
  ["about a stay that has begun", { entrada: soon(1), saida: soon(5) }],
])("nobody hears of a question that is %s", async (_, state) => {
  const { site, email } = await openCase(state);
  await nudgeVisitors(site, after(49));
  expect(await lettersTo(site, email)).toEqual([]);
});

test("an answer that comes while the letter is being written keeps it back", async () => {
  const { site, id, email } = await openCase();
  const nudging = await site.db.transaction(async (tx) => {
    await tx
      .update(questions)
      .set({ answer: "livre", answeredAt: new Date() })
      .where(eq(questions.id, id));
    const begun = nudgeVisitors(site, after(49));
    await waitingForLock(site);
    return { begun };
  });
  await nudging.begun;
  expect(await lettersTo(site, email)).toEqual([]);
});
