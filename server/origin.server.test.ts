import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createListing } from "../app/listings/publishing.server.ts";
import routes from "../app/routes.ts";
import { uploadPath } from "../app/uploads/upload-requests.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../testing/site.ts";

const siteUrl = "https://mardeminas.com.br";

/** Patterns of the routes that export an action, such as "/posts/edit/:id". */
const sharedSite = shareTestSite({
  SITE_URL: siteUrl,
  TRUSTED_PROXIES: "loopback",
  RATE_LIMIT_FACTOR: "1000",
});

const patterns = await listActionRoutes(routes);

async function listActionRoutes(entries: RouteConfigEntry[], parent = ""): Promise<string[]> {
  const found = await Promise.all(
    entries.map(async ({ file, path, children = [] }) => {
      const pattern = path ? `${parent}/${path}` : parent;
      const module = await import(join(import.meta.dirname, "../app", file));
      const below = await listActionRoutes(children, pattern);
      return "action" in module ? [pattern || "/", ...below] : below;
    }),
  );
  return found.flat();
}

interface Sender {
  cookie: string;
  listingId: string;
}

async function createSender(site: TestSite): Promise<Sender> {
  const { user, cookie } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  return { cookie, listingId: published.id };
}

/** Buttons of pages with several forms; the others have one. */
const buttons: Record<string, string> = { "/minha-conta": "name", "/dashboard": "excluir" };

/** Sends a request as Caddy forwards it: plain http, with the client's origin in headers. */
async function post(
  site: TestSite,
  path: string,
  { cookie, listingId }: Sender,
  headers: Record<string, string>,
) {
  const pattern = path.replace(/\.data$/, "");
  const url = path.replace(":id", listingId).replace(":token", randomUUID());
  const answer = await site.app.request(
    `http://127.0.0.1:3000${url}`,
    {
      method: "POST",
      body: new URLSearchParams({
        nome: "Ana",
        email: `${randomUUID()}@example.com`,
        mensagem: "Oi",
        // Nobody may ask about their own ad, which would be a 403 of another kind.
        telefone: "1",
        intent: buttons[pattern] ?? "",
        displayName: "Outra Pessoa",
        password: "canastra",
        confirmPassword: "canastra",
        currentPassword: "serra-da-canastra",
        id: listingId,
        confirmado: "sim",
      }),
      headers: {
        "X-Forwarded-For": "203.0.113.7",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "mardeminas.com.br",
        Cookie: cookie,
        ...headers,
      },
    },
    { incoming: { socket: { remoteAddress: "127.0.0.1" } } },
  );
  return { status: answer.status, text: await answer.text() };
}

async function readAllRows({ db }: TestSite): Promise<Record<string, unknown>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const found = await db.execute(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
    );
    rows[name] = found.rows;
  }
  return rows;
}

test.each(patterns)("forms of %s are accepted from the site's own pages", async (pattern) => {
  const site = sharedSite();
  const visitor = { cookie: "", listingId: randomUUID() };
  for (const path of [pattern, `${pattern}.data`]) {
    for (const create of [() => visitor, () => createSender(site)]) {
      // Clients that aren't browsers send no Origin.
      const other = await post(site, path, await create(), {});
      const own = await post(site, path, await create(), {
        Origin: siteUrl,
        "Sec-Fetch-Site": "same-origin",
      });
      expect(own.status, path).toBe(other.status);
      expect(own.status, path).not.toBe(403);
      expect(own.text, path).not.toContain("Bad Request");
    }
  }
  expect(site.errorLines).toEqual([]);
});

const foreign: Record<string, string>[] = [
  { Origin: "https://outro.example.com", "Sec-Fetch-Site": "cross-site" },
  { Origin: "https://outro.example.com" },
  { Origin: "null" },
  { Origin: "null", "Sec-Fetch-Site": "same-origin" },
  { "Sec-Fetch-Site": "same-site" },
  // These are the same host with another scheme, and the address behind the proxy.
  { Origin: "http://mardeminas.com.br" },
  { Origin: "http://127.0.0.1:3000" },
];

test.each([...patterns, uploadPath])(
  "posts to %s from anywhere else get 403 and change no row",
  async (pattern) => {
    const site = sharedSite();
    const sender = await createSender(site);
    const before = await readAllRows(site);
    for (const path of [pattern, `${pattern}.data`]) {
      for (const marks of foreign) {
        const { status } = await post(site, path, sender, marks);
        expect(status, `${path} ${JSON.stringify(marks)}`).toBe(403);
      }
    }
    expect(await readAllRows(site)).toEqual(before);
  },
);

test("the routes that post most are among the tested ones", () => {
  expect(patterns).toEqual(
    expect.arrayContaining(["/login", "/register", "/posts/create", "/posts/edit/:id", "/contato"]),
  );
});

function register(site: TestSite, origin: string, headers: Record<string, string>) {
  const form = { displayName: "Maria", email: "maria@example.com" };
  return site.app.request(
    "http://192.168.0.7:3000/register",
    {
      method: "POST",
      body: new URLSearchParams({ ...form, password: "canastra", confirmPassword: "canastra" }),
      headers: { Origin: origin, ...headers },
    },
    { incoming: { socket: { remoteAddress: "127.0.0.1" } } },
  );
}

test("without SITE_URL the address comes from a trusted proxy, and https makes cookies Secure", async () => {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  const answer = await register(site, siteUrl, {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "mardeminas.com.br",
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/;\s*Secure/i);
});

test("without SITE_URL or a proxy the address is the request's own, over plain http", async () => {
  const site = await openTestSite();
  const forged = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "mardeminas.com.br" };
  expect((await register(site, siteUrl, forged)).status).toBe(403);
  const answer = await register(site, "http://192.168.0.7:3000", forged);
  expect(answer.status).toBe(302);
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/Secure/i);
});
