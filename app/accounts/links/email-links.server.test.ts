import { expect, test } from "vitest";
import { openTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";

const fromProxy = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };

/** Sends a form with a forged Host, through a trusted proxy. */
function post(site: TestSite, path: string, form: Record<string, string>, cookie = "") {
  const headers = {
    Cookie: cookie,
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
  };
  const body = new URLSearchParams(form);
  const url = `http://evil.example${path}`;
  return site.app.request(url, { method: "POST", headers, body }, fromProxy);
}

/** Returns each link's origin by the first part of its path. */
async function triggerLetters(site: TestSite): Promise<Record<string, string>> {
  const { user, cookie, password } = await signIn(site);
  await post(site, "/login", { intent: "reset", email: user.email });
  const email = { intent: "email", email: "nova@example.com", currentPassword: password };
  await post(site, "/minha-conta", email, cookie);
  const changed = {
    intent: "password",
    currentPassword: password,
    password: "outra-senha",
    confirmPassword: "outra-senha",
  };
  await post(site, "/minha-conta", changed, cookie);
  const rows = await site.db.select().from(outbox);
  const links = rows.flatMap(({ content }) =>
    content.kind === "letter" ? (content.text.match(/https?:\S+/g) ?? []) : [],
  );
  return Object.fromEntries(
    links.map((link) => {
      const { pathname, origin } = new URL(link);
      return [pathname.split("/")[1], origin];
    }),
  );
}

test.each([
  ["without SITE_URL", { PORT: "4321" }, "http://localhost:4321"],
  ["with SITE_URL", { SITE_URL: "https://mardeminas.example" }, "https://mardeminas.example"],
])("%s, links in e-mails ignore the request's Host", async (_, env, address) => {
  const site = await openTestSite({ ...env, TRUSTED_PROXIES: "loopback" });
  expect(await triggerLetters(site)).toEqual({
    "nova-senha": address,
    "novo-email": address,
    "minha-conta": address,
    login: address,
  });
});
