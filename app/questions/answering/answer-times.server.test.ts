import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { see } from "../../../testing/caching-site.ts";
import { publishAskable, storeQuestion } from "../../../testing/questions.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { questions } from "../../db/question-schema.ts";
import { answerQuestion } from "./answer.server.ts";

const sharedSite = shareTestSite();

/** An advertiser who answered after so many minutes each, some days ago. */
async function answering(minutes: readonly number[], daysAgo = 1) {
  const site = sharedSite();
  const { id: postId, user } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const answeredAt = new Date(Date.now() - daysAgo * 86_400_000);
  for (const each of minutes) {
    const deliveredAt = new Date(answeredAt.getTime() - each * 60_000);
    await storeQuestion(site, ad, { answer: "livre", answeredAt, deliveredAt });
  }
  return ad;
}

test.each([
  ["em até 1 hora", [10, 20, 60, 500, 5000]],
  ["em até 3 horas", [10, 20, 61, 500, 5000]],
  ["em até 3 horas", [180, 180, 180, 180, 180]],
  ["em até 12 horas", [10, 20, 181, 500, 5000]],
  ["em até 24 horas", [10, 20, 1440, 5000, 5000]],
  ["em até 3 horas", [1, 1, 20, 110, 200, 200]],
])("the median is rounded up: %s", async (words, minutes) => {
  const { postId } = await answering(minutes);
  expect(await see(sharedSite(), `/posts/${postId}`)).toContain(`Costuma responder ${words}`);
});

test.each([
  ["four answers", [10, 10, 10, 10], 1],
  ["a median of more than a day", [10, 20, 1441, 1441, 1441], 1],
  ["answers of more than 90 days ago", [10, 10, 10, 10, 10], 91],
])("%s say nothing", async (_, minutes, days) => {
  const { postId } = await answering(minutes, days);
  expect(await see(sharedSite(), `/posts/${postId}`)).not.toContain("Costuma responder");
});

test("the fifth answer changes the ad's page, which is kept", async () => {
  const site = sharedSite();
  const ad = await answering([10, 10, 10, 10]);
  const path = `/posts/${ad.postId}`;
  expect(await see(site, path)).not.toContain("Costuma responder");
  const { id } = await storeQuestion(site, ad, { deliveredAt: new Date(Date.now() - 600_000) });
  expect(await see(site, path)).not.toContain("Costuma responder");
  await answerQuestion(site, ad.uid, id, "livre");
  expect(await see(site, path)).toContain("Costuma responder em até 1 hora");
  // A commit is enough, even one by hand.
  await site.db
    .update(questions)
    .set({ answeredAt: sql`${questions.deliveredAt} + interval '2 hours'` })
    .where(eq(questions.uid, ad.uid));
  expect(await see(site, path)).toContain("Costuma responder em até 3 horas");
});
