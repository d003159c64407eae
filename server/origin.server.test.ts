import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { numbersStopLinks } from "../app/domain/listings/visits/month-letters.server.ts";
import { uploadPath } from "../app/domain/photos/uploads/upload-requests.ts";
import { alertLinks } from "../app/domain/search/alerts/alert-mail.server.ts";
import { reminderStopLinks } from "../app/owner/calendar/reminders.server.ts";
import { alerts } from "../app/platform/db/alert-schema.ts";
import routes from "../app/routes.ts";
import { watch } from "../testing/alerts.ts";
import { publishOwnAd } from "../testing/own-ad.ts";
import { shareTestSite, signIn, type TestSite } from "../testing/site.ts";

const siteUrl = "https://mardeminas.com.br";

const sharedSite = shareTestSite({
  SITE_URL: siteUrl,
  TRUSTED_PROXIES: "loopback",
  RATE_LIMIT_FACTOR: "1000",
});

/** Patterns of the routes that export an action, such as "/posts/edit/:id". */
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
  const { id, cookie } = await publishOwnAd(site);
  return { cookie, listingId: id };
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
        intent: buttons[path] ?? "",
        displayName: "Outra Pessoa",
        password: "veredas-azuis",
        confirmPassword: "veredas-azuis",
        currentPassword: "tucano-na-varanda",
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
  const stranger = { cookie: "", listingId: randomUUID() };
  // Browsers that hide addresses send "null".
  for (const Origin of [siteUrl, "null"]) {
    const own = { Origin, "Sec-Fetch-Site": "same-origin" };
    const { status, text } = await post(site, pattern, stranger, own);
    expect(status).not.toBe(403);
    expect(text).not.toContain("Bad Request");
  }
  expect(site.errorLines).toEqual([]);
});

const foreign: Record<string, string>[] = [
  { Origin: "https://outro.example.com", "Sec-Fetch-Site": "cross-site" },
  { Origin: "https://outro.example.com" },
  { Origin: "null" },
  { Origin: "null", "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  // These are the same host with another scheme, and the address behind the proxy.
  { Origin: "http://mardeminas.com.br" },
  { Origin: "http://127.0.0.1:3000" },
];

const oneClick = ["/sem-lembretes/:token", "/sem-numeros/:token", "/avisos/:codigo/parar"];

test("posts from anywhere else get 403 and change no row", async () => {
  expect(patterns).toEqual(
    expect.arrayContaining(["/login", "/register", "/posts/create", "/posts/edit/:id", "/contato"]),
  );
  const site = sharedSite();
  const sender = await createSender(site);
  const before = await readAllRows(site);
  const closed = patterns.filter((pattern) => !oneClick.includes(pattern));
  for (const path of [...closed, uploadPath]) {
    for (const marks of foreign) {
      const { status } = await post(site, path, sender, marks);
      expect(status, `${path} ${JSON.stringify(marks)}`).toBe(403);
    }
  }
  expect(await readAllRows(site)).toEqual(before);
});

test("a page refused for its origin has the site's looks and says what to do", async () => {
  const { status, text } = await post(
    sharedSite(),
    "/contato",
    { cookie: "", listingId: randomUUID() },
    { Origin: "http://mardeminas.com.br", Accept: "text/html" },
  );
  expect(status).toBe(403);
  expect(text).toContain("Este pedido veio de outro endereço");
  expect(text).toContain("</footer>");
});

test("a webmail's page ends each kind of letter with one click, the link's code being the authority", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const alert = await watch(site.db);
  const links: Record<string, string> = {
    "sem-lembretes": await site.signedLinks.sign(site.db, reminderStopLinks, user.uid),
    "sem-numeros": await site.signedLinks.sign(site.db, numbersStopLinks, user.uid),
    avisos: `${await site.signedLinks.sign(site.db, alertLinks, alert)}/parar`,
  };
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  for (const [page, link] of Object.entries(links)) {
    for (const [sent, path] of [
      [undefined, `/${page}/x${link.slice(1)}`],
      [body, `/${page}/${link}`],
    ] as const) {
      const answer = await site.app.request(path, {
        method: "POST",
        body: sent ?? null,
        headers: { Origin: "https://webmail.example.com", "Sec-Fetch-Site": "cross-site" },
      });
      expect([page, answer.status]).toEqual([page, sent ? 200 : 410]);
    }
  }
  expect(await site.db.$count(alerts, eq(alerts.id, alert))).toBe(0);
});
