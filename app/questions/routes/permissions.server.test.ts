import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../testing/operator.ts";
import { publishAskable, soon, storeQuestion, validQuestion } from "../../../testing/questions.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { questions } from "../../db/question-schema.ts";
import { posts, unavailableDays, users } from "../../db/schema.ts";
import { sessions } from "../../db/session-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

interface Case {
  uid: string;
  cookie: string;
  postId: string;
  questionId: string;
  token: string;
}

/** An ad with a question that its advertiser hasn't answered. */
async function openCase(): Promise<Case> {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const { uid } = user;
  const email = `${crypto.randomUUID()}@example.com`;
  const question = await storeQuestion(site, { uid, postId }, { email, answer: null });
  const token = await site.signedLinks.sign(site.db, "question", question.id);
  return { uid, cookie, postId, questionId: question.id, token };
}

interface Ask {
  path: string;
  /** Fields of a POST; a GET has none. */
  fields?: Record<string, string>;
}

async function send({ path, fields }: Ask, cookie = ""): Promise<string> {
  const response = await sharedSite().app.request(path, {
    method: fields ? "POST" : "GET",
    headers: { Cookie: cookie },
    body: fields && new URLSearchParams(fields),
  });
  const location = response.headers.get("Location");
  return location ? `${response.status} ${location.split("?")[0]}` : String(response.status);
}

async function rowsOf({ uid, postId, questionId }: Case) {
  const { db } = sharedSite();
  const [question] = await db.select().from(questions).where(eq(questions.id, questionId));
  const mails = await db.select().from(outbox);
  return {
    question,
    days: await db.select().from(unavailableDays).where(eq(unavailableDays.postId, postId)),
    users: await db.select().from(users).where(eq(users.id, uid)),
    letters: mails.filter(({ content }) => JSON.stringify(content).includes(question?.email ?? "-"))
      .length,
  };
}

const cookies: Record<string, string> = {};
let other: Case;

beforeAll(async () => {
  const site = sharedSite();
  other = await openCase();
  // Looking at their own list marks it as seen.
  await send({ path: "/perguntas" }, other.cookie);
  const blocked = await signIn(site);
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.user.uid));
  Object.assign(cookies, {
    visitor: "",
    "another owner": other.cookie,
    "a blocked account": blocked.cookie,
    "the operator": (await signInOperator(site)).cookie,
  });
});

/** Requests of the advertiser's own pages, by what they do. */
const owners: Record<string, { ask: (one: Case) => Ask; changes: boolean; refusal: string }> = {
  "answer a question": {
    ask: ({ questionId }) => ({
      path: "/perguntas",
      fields: { intent: "livre", id: questionId },
    }),
    changes: true,
    refusal: "404",
  },
  "answer by script": {
    ask: ({ questionId }) => ({
      path: "/perguntas/respostas",
      fields: { [questionId]: "ocupado" },
    }),
    changes: true,
    refusal: "404",
  },
  "mark the nights": {
    ask: ({ questionId }) => ({
      path: "/perguntas",
      fields: { intent: "marcar", id: questionId },
    }),
    changes: true,
    refusal: "404",
  },
  "report a question": {
    ask: ({ questionId }) => ({
      path: "/perguntas",
      fields: { intent: "denunciar", id: questionId },
    }),
    changes: true,
    refusal: "404",
  },
};

test.each(Object.keys(owners))("only its own advertiser may %s", async (name) => {
  const { ask, refusal } = owners[name] as (typeof owners)[string];
  const one = await openCase();
  const [before, othersBefore] = [await rowsOf(one), await rowsOf(other)];
  for (const [who, cookie] of Object.entries(cookies)) {
    const isIn = who === "another owner" || who === "the operator";
    expect(await send(ask(one), cookie), who).toBe(isIn ? refusal : "302 /login");
  }
  expect(await rowsOf(one)).toEqual(before);
  expect(await send(ask(one), one.cookie)).toBe("200");
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
    const isIn = who === "another owner" || who === "the operator";
    expect(answer.status, who).toBe(isIn ? 200 : 302);
  }
  const own = await site.app.request("/perguntas", { headers: { Cookie: one.cookie } });
  expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  const html = await own.text();
  expect(html).toContain(words);
  expect(html).not.toContain("@example.com");
  expect((await site.app.request("/perguntas/respostas")).status).toBe(302);
});

const answersByLink = ["livre", "ocupado", "respondido", "marcar"] as const;

test.each(answersByLink)(
  "anyone with the letter's link may send '%s', logged in or not",
  async (intent) => {
    for (const cookie of ["", other.cookie]) {
      const one = await openCase();
      const [before, othersBefore] = [await rowsOf(one), await rowsOf(other)];
      const path = `/pergunta/${one.token}`;
      expect(await send({ path: `${path}?resposta=livre` }, cookie)).toBe("200");
      // Mail scanners open links.
      expect(await rowsOf(one)).toEqual(before);
      expect(await send({ path, fields: { intent } }, cookie)).toBe("200");
      const after = await rowsOf(one);
      if (intent === "marcar") {
        expect(after.days.map(({ day }) => day)).toEqual([soon(200), soon(201)]);
        expect(after.question).toEqual(before.question);
      } else {
        expect(after.question?.answer).toBe(intent);
        expect(after.letters).toBe(before.letters + 1);
        expect(after.days).toEqual([]);
      }
      expect(await rowsOf(other)).toEqual(othersBefore);
    }
  },
);

/** Links that are no use, by what is wrong with them. */
const badLinks: Record<string, (one: Case) => Promise<string> | string> = {
  forged: ({ token }) => `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`,
  "forged for another question": ({ token }) =>
    other.questionId.replaceAll("-", "") + token.slice(32),
  "of another kind": ({ postId }) =>
    sharedSite().signedLinks.sign(sharedSite().db, "confirm", postId),
  expired: ({ questionId }) =>
    sharedSite().signedLinks.sign(
      sharedSite().db,
      "question",
      questionId,
      new Date(Date.now() - 61 * 86_400_000),
    ),
  "of an advertiser who has changed their e-mail": async ({ uid, token }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await sharedSite().db.update(users).set({ email }).where(eq(users.id, uid));
    return token;
  },
  "of a blocked advertiser": async ({ uid, token }) => {
    await sharedSite().db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, uid));
    return token;
  },
  "of a question that the operator discarded": async ({ questionId, token }) => {
    await sharedSite()
      .db.update(questions)
      .set({ discardedAt: new Date() })
      .where(eq(questions.id, questionId));
    return token;
  },
  "that is nothing": () => "nada",
};

test.each(Object.keys(badLinks))("a link %s is dead and changes nothing", async (name) => {
  const one = await openCase();
  const token = await badLinks[name]?.(one);
  const [before, othersBefore] = [await rowsOf(one), await rowsOf(other)];
  for (const fields of [undefined, ...answersByLink.map((intent) => ({ intent }))]) {
    expect(await send({ path: `/pergunta/${token}`, ...(fields && { fields }) })).toBe("410");
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
    const fields = { ...validQuestion, email: `${crypto.randomUUID()}@example.com` };
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
  expect(await count()).toBe(asked);
});

test("only its own advertiser turns questions off", async () => {
  const site = sharedSite();
  const one = await openCase();
  const before = await rowsOf(one);
  const ask = { path: "/minha-conta", fields: { intent: "questions" } };
  for (const [who, cookie] of Object.entries(cookies)) {
    const isIn = who === "another owner" || who === "the operator";
    expect(await send(ask, cookie), who).toBe(isIn ? "302 /minha-conta" : "302 /login");
  }
  await site.db.update(users).set({ recebePerguntas: true }).where(eq(users.id, other.uid));
  expect(await rowsOf(one)).toEqual(before);
  expect(await send(ask, one.cookie)).toBe("302 /minha-conta");
  expect((await rowsOf(one)).users[0]?.recebePerguntas).toBe(false);
});

test("a session that ends keeps its answers from counting", async () => {
  const one = await openCase();
  const before = await rowsOf(one);
  await sharedSite().db.delete(sessions).where(eq(sessions.userId, one.uid));
  const fields = { [one.questionId]: "livre" };
  expect(await send({ path: "/perguntas/respostas", fields }, one.cookie)).toBe("302 /login");
  expect(await rowsOf(one)).toEqual(before);
});
