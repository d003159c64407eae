import { expect, test } from "vitest";
import { openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { createRateLimits, tooManyTriesMessage } from "./rate-limit.server.ts";

function post(site: TestSite, path: string, form: Record<string, string>) {
  return site.app.request(path, { method: "POST", body: new URLSearchParams(form) });
}

test("the eleventh login on one e-mail in a quarter of an hour is refused, the right one too", async () => {
  const site = await openTestSite();
  const { user, password } = await signIn(site);
  for (let n = 0; n < 10; n++) {
    const wrong = { email: user.email, password: "errada" };
    expect((await post(site, "/login", wrong)).status).toBe(400);
  }
  const answer = await post(site, "/login", { email: user.email.toUpperCase(), password });
  expect(answer.status).toBe(429);
  const html = await answer.text();
  expect(html).toContain(tooManyTriesMessage);
  expect(html.toLowerCase()).toContain(user.email);
  const other = { email: "outra@example.com", password };
  expect((await post(site, "/login", other)).status).toBe(400);
});

test("a restart forgets nothing", async () => {
  const site = await openTestSite();
  const before = createRateLimits(site.db, 1);
  for (let n = 0; n < 5; n++) await before["reset-email"].consume("maria@example.com");
  const after = createRateLimits(site.db, 1);
  await expect(after["reset-email"].consume("maria@example.com")).rejects.toMatchObject({
    remainingPoints: 0,
  });
  await after["reset-email"].consume("joao@example.com");
});

test("sign-ups and resets are limited too; RATE_LIMIT_FACTOR multiplies the limits", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.1" });
  const { user } = await signIn(site);
  const signUp = (n: number) =>
    post(site, "/register", {
      displayName: "João",
      email: `joao${n}@example.com`,
      password: "canastra",
      confirmPassword: "canastra",
    });
  const statuses = [(await signUp(1)).status, (await signUp(2)).status, (await signUp(3)).status];
  expect(statuses).toEqual([302, 302, 429]);
  const reset = () => post(site, "/login", { intent: "reset", email: user.email });
  expect([(await reset()).status, (await reset()).status]).toEqual([200, 429]);
  expect(await site.rows()).toMatchObject({ users: 3, outbox: 1 });
});

test("two sign-ups at once with one e-mail give one account", async () => {
  const site = await openTestSite();
  const form = {
    displayName: "João",
    email: "joao@example.com",
    password: "canastra",
    confirmPassword: "canastra",
  };
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(site, "/register", form)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([302, 400, 400, 400]);
  for (const answer of answers.filter(({ status }) => status === 400)) {
    expect(await answer.text()).toContain("E-mail já cadastrado!");
  }
  expect(await site.rows()).toMatchObject({ users: 1, accounts: 1 });
});
