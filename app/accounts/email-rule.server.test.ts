import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { users } from "../db/schema.ts";
import { findEmailProblem, maxEmailLength } from "../ui/forms/email.ts";

function post(site: TestSite, path: string, form: Record<string, string>, cookie = "") {
  return site.app.request(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie },
  });
}

/** A factor for requests without limits, which are tested elsewhere. */
const plenty = { RATE_LIMIT_FACTOR: "1000" };

const registration = {
  displayName: "Maria",
  password: "serra-da-canastra",
  confirmPassword: "serra-da-canastra",
};

const misspelt = ["maria.@gmail.com", "maria..silva@gmail.com", "joão@exemplo.com", "a@b.c"];

test.each(misspelt)(
  "every form that asks for an e-mail reports %s beside the field",
  async (email) => {
    const site = await openTestSite(plenty);
    const { cookie, password } = await signIn(site);
    const before = await site.rows();
    const sentence = findEmailProblem(email) ?? "";
    const forms: [path: string, form: Record<string, string>, sentence: string, cookie: string][] =
      [
        ["/register", { ...registration, email }, sentence, ""],
        ["/login", { email, password }, sentence, ""],
        ["/minha-conta", { intent: "email", email, currentPassword: password }, sentence, cookie],
        ["/contato", { nome: "Maria", email, mensagem: "Olá!" }, sentence, ""],
        [
          "/login",
          { intent: "reset", email },
          "Por favor, insira um e-mail válido para redefinir a senha.",
          "",
        ],
      ];
    for (const [path, form, text, sent] of forms) {
      const answer = await post(site, path, form, sent);
      const html = await answer.text();
      expect([path, answer.status, html.includes(text)]).toEqual([path, 400, true]);
      expect(html).toContain(`value="${email}"`);
    }
    expect(await site.rows()).toEqual(before);
    expect(site.errorLines).toEqual([]);
  },
);

const piece = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(..."abz09Z") },
    { weight: 1, arbitrary: fc.constantFrom(...".-_+'&!#\" ãéÇ") },
  ),
  maxLength: 8,
});
/** Addresses near the limits of the rule, and standard ones. */
const address = fc.oneof(
  fc.emailAddress(),
  fc
    .tuple(piece, piece, fc.constantFrom("com", "com.br", "c", "br.", "travel", "x1", "ção"))
    .map(([local, host, top]) => `${local}@${host}.${top}`),
  fc
    .tuple(fc.constantFrom("", "a"), piece, fc.constantFrom("", "z"))
    .map(([first, middle, last]) => `${first}${middle}${last}@example.com.br`),
);

/** The password fails after the address is accepted, so no account is created. */
async function isTakenByAuth(site: TestSite, email: string): Promise<boolean> {
  const body = { name: "Maria", email, password: "x" };
  const error = await site.auth.api.signUpEmail({ body }).catch((reason: unknown) => reason);
  const code = (error as { body?: { code?: string } }).body?.code;
  if (code === "PASSWORD_TOO_SHORT") return true;
  expect(["INVALID_EMAIL", "VALIDATION_ERROR"]).toContain(code);
  return false;
}

test("the rule accepts exactly the addresses that better-auth accepts", async () => {
  const site = await openTestSite(plenty);
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(address, async (email) => {
      const isTaken = await isTakenByAuth(site, email);
      counts[isTaken ? "taken" : "refused"] += 1;
      expect(findEmailProblem(email) === null).toBe(isTaken);
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(200);
});

test("valid addresses can register and log in; all others get 400", async () => {
  const site = await openTestSite(plenty);
  const { password } = registration;
  let registrations = 0;
  await fc.assert(
    fc.asyncProperty(address, async (email) => {
      const isValid = findEmailProblem(email.trim()) === null && email.length <= maxEmailLength;
      if (isValid) registrations += 1;
      await site.db.delete(users);
      const registered = await post(site, "/register", { ...registration, email });
      expect(registered.status).toBe(isValid ? 302 : 400);
      const login = await post(site, "/login", { email: email.toUpperCase(), password });
      expect(login.status).toBe(isValid ? 302 : 400);
      const rows = await site.db.select({ email: users.email }).from(users);
      expect(rows).toEqual(isValid ? [{ email: email.trim().toLowerCase() }] : []);
    }),
    // Generated addresses are mostly invalid: in one run out of fifty, all twelve would be.
    { numRuns: 12, examples: [["maria@example.com"], [" Maria.Leite+ads@Example.com.br"]] },
  );
  expect(registrations).toBeGreaterThan(1);
  expect(site.errorLines).toEqual([]);
});
