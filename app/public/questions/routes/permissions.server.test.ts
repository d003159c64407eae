import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { type Ask, isLoggedIn, sendAs, signInCallers } from "../../../../testing/callers.ts";
import {
  lettersTo,
  newAddress,
  publishAskable,
  storeQuestion,
  validQuestion,
} from "../../../../testing/questions.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { answerLinks } from "../../../domain/questions/question-links.server.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { questions } from "../../../platform/db/question-schema.ts";
import { deletedPosts, posts, unavailableDays, users } from "../../../platform/db/schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

/** An ad with a question that its advertiser hasn't answered. */
async function openCase() {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const { uid } = user;
  const email = newAddress();
  const question = await storeQuestion(site, { uid, postId }, { email, answer: null });
  const token = await site.signedLinks.sign(site.db, answerLinks, question.id);
  return { uid, cookie, postId, email, questionId: question.id, token };
}

type Case = Awaited<ReturnType<typeof openCase>>;

const send = (ask: Ask, cookie = "") => sendAs(sharedSite(), cookie, ask);

async function rowsOf({ postId, questionId, email }: Case) {
  const { db } = sharedSite();
  const isOwn = eq(unavailableDays.postId, postId);
  return {
    question: (await db.select().from(questions).where(eq(questions.id, questionId)))[0],
    days: await db.select().from(unavailableDays).where(isOwn).orderBy(unavailableDays.day),
    letters: (await lettersTo(sharedSite(), email)).length,
  };
}

let cookies: Record<string, string>;
let other: Case;

beforeAll(async () => {
  other = await openCase();
  // Looking at their own list marks it as seen.
  await send({ path: "/perguntas" }, other.cookie);
  cookies = { ...(await signInCallers(sharedSite())), "another owner": other.cookie };
});

/** Requests of the advertiser's own pages, by their effect. */
const owners: Record<string, (one: Case) => Ask> = {
  "answer a question": byList("livre"),
  "mark the nights": byList("marcar"),
  "report a question": byList("denunciar"),
};

function byList(intent: string) {
  return ({ questionId: id }: Case) => ({ path: "/perguntas", fields: { intent, id } });
}

test.each(Object.keys(owners))("only its own advertiser may %s", async (name) => {
  const ask = owners[name] as (typeof owners)[string];
  const one = await openCase();
  const [before, othersBefore] = [await rowsOf(one), await rowsOf(other)];
  for (const [who, cookie] of Object.entries(cookies)) {
    expect(await send(ask(one), cookie), who).toBe(isLoggedIn(who) ? "404" : "302 /login");
  }
  expect(await rowsOf(one)).toEqual(before);
  expect(await send(ask(one), one.cookie)).toBe("302 /perguntas");
  expect(await rowsOf(one)).not.toEqual(before);
  expect(await rowsOf(other)).toEqual(othersBefore);
});

test("everyone sees their own questions alone, and the list asks visitors to log in", async () => {
  const site = sharedSite();
  const one = await openCase();
  const words = `Palavras ${crypto.randomUUID()}`;
  await site.db.update(questions).set({ mensagem: words }).where(eq(questions.id, one.questionId));
  for (const [who, cookie] of Object.entries(cookies)) {
    const answer = await site.app.request("/perguntas", { headers: { Cookie: cookie } });
    expect(await answer.text(), who).not.toContain(words);
    expect(answer.status, who).toBe(isLoggedIn(who) ? 200 : 302);
  }
  const own = await site.app.request("/perguntas", { headers: { Cookie: one.cookie } });
  expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  const html = await own.text();
  expect(html).toContain(words);
  expect(new Set(html.match(/[\w-]+@example\.com/g))).toEqual(new Set([one.email]));
});

test("the receipt's link erases a question with the letters to both sides, and nobody else's", async () => {
  const site = sharedSite();
  const one = await openCase();
  const email = newAddress();
  await send({ path: `/posts/${one.postId}/perguntar`, fields: { ...validQuestion, email } });
  const [receipt] = await lettersTo(site, email);
  const path = /\/minha-pergunta\/\S+/.exec(receipt?.text ?? "")?.[0] ?? "";
  const isTheirs = eq(questions.email, email);
  const erase = { intent: "apagar" };
  // The advertiser's own link reads the question, and doesn't erase it.
  for (const wrong of [`/minha-pergunta/${one.token}`, `${path.slice(0, -2)}xx`]) {
    expect(await send({ path: wrong })).toBe("410");
    expect(await send({ path: wrong, fields: erase })).toBe("410");
  }
  expect(await send({ path })).toBe("200");
  expect(await site.db.$count(questions, isTheirs)).toBe(1);
  const before = await rowsOf(one);

  expect(await send({ path, fields: erase })).toBe(`302 ${path}`);

  expect(await send({ path })).toBe("410");
  expect(await site.db.$count(questions, isTheirs)).toBe(0);
  const naming = sql`strpos(${outbox.content}::text, ${email}) > 0`;
  expect(await site.db.$count(outbox, naming)).toBe(0);
  expect(await rowsOf(one)).toEqual(before);
});

/** Makes invalid links, by their fault; signed-links.server.test.ts has the others. */
const badLinks: Record<string, (one: Case) => Promise<unknown> | string> = {
  expired: ({ questionId }) => {
    const longAgo = new Date(Date.now() - 61 * 86_400_000);
    return sharedSite().signedLinks.sign(sharedSite().db, answerLinks, questionId, longAgo);
  },
  "of a blocked advertiser": ({ uid }) => changeUser(uid, { blockedAt: new Date() }),
  "of a question that the operator discarded": ({ questionId }) =>
    sharedSite()
      .db.update(questions)
      .set({ discardedAt: new Date() })
      .where(eq(questions.id, questionId)),
};

async function changeUser(uid: string, values: object): Promise<void> {
  await sharedSite().db.update(users).set(values).where(eq(users.id, uid));
}

test.each(Object.keys(badLinks))("a link %s is dead and changes nothing", async (name) => {
  const one = await openCase();
  const made = await badLinks[name]?.(one);
  const token = typeof made === "string" ? made : one.token;
  const [before, othersBefore] = [await rowsOf(one), await rowsOf(other)];
  const path = `/pergunta/${token}`;
  expect(await send({ path })).toBe("410");
  for (const intent of ["livre", "ocupado", "respondido", "marcar"]) {
    expect(await send({ path, fields: { intent } })).toBe("410");
  }
  expect(await rowsOf(one)).toEqual(before);
  expect(await rowsOf(other)).toEqual(othersBefore);
});

test("anyone but its advertiser may ask about a public ad, and nobody about a paused one", async () => {
  const site = sharedSite();
  const one = await openCase();
  const path = `/posts/${one.postId}/perguntar`;
  const count = () => site.db.$count(questions, eq(questions.postId, one.postId));
  let asked = 1;
  for (const [who, cookie] of Object.entries(cookies)) {
    expect(await send({ path }, cookie), who).toBe("200");
    const fields = { ...validQuestion, email: newAddress() };
    expect(await send({ path, fields }, cookie), who).toBe(`302 ${path}`);
    expect(await count()).toBe(++asked);
  }
  expect(await send({ path }, one.cookie)).toBe("403");
  expect(await send({ path, fields: validQuestion }, one.cookie)).toBe("403");
  await site.db
    .update(posts)
    .set({ pausedAt: new Date(), pausedBy: "operator" })
    .where(eq(posts.id, one.postId));
  for (const cookie of [...Object.values(cookies), one.cookie]) {
    expect(await send({ path }, cookie)).toBe("404");
    expect(await send({ path, fields: validQuestion }, cookie)).toBe("404");
  }
  const { postId: id } = await openCase();
  await site.db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
  expect(await send({ path: `/posts/${id}/perguntar`, fields: validQuestion })).toBe("410");
  expect(await count()).toBe(asked);
});
