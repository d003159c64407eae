import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../testing/operator.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { staff } from "../../db/operation-schema.ts";
import { users } from "../../db/schema.ts";

const sharedSite = shareTestSite();

const pages = [
  "/operador",
  "/operador/anunciantes",
  "/operador/anuncios",
  "/operador/denuncias",
  "/operador/copias",
  "/operador/mensagens",
  "/operador/perguntas",
  "/operador/depoimentos",
  "/operador/pagamentos",
  "/operador/emails",
  "/operador/velocidade",
  "/operador/registro",
];

/** The panel doesn't exist for any of these. */
const outsiders: Record<string, string> = {};
let operatorCookie: string;

beforeAll(async () => {
  const site = sharedSite();
  const blocked = await signIn(site);
  await site.db.insert(staff).values({ userId: blocked.user.uid });
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.user.uid));
  const removed = await signInOperator(site);
  await site.db.delete(staff).where(eq(staff.userId, removed.user.uid));
  Object.assign(outsiders, {
    "a visitor": "",
    "an advertiser": (await signIn(site)).cookie,
    "a blocked advertiser": blocked.cookie,
    "someone removed from the staff": removed.cookie,
  });
  operatorCookie = (await signInOperator(site)).cookie;
});

function ask(path: string, cookie: string, init: RequestInit = {}) {
  return sharedSite().app.request(path, { ...init, headers: { Cookie: cookie } });
}

test.each(pages)("staff may open %s, which is neither cached nor indexed", async (path) => {
  const answer = await ask(path, operatorCookie);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
});

test.each([...pages, "/operador/senha"])(
  "%s is the ordinary 404 for everyone else",
  async (path) => {
    const missing = "/nao-existe";
    for (const [who, cookie] of Object.entries(outsiders)) {
      for (const [method, suffix] of [
        ["GET", ""],
        ["POST", ""],
        ["GET", ".data"],
        ["POST", ".data"],
      ] as const) {
        const body = method === "POST" ? new URLSearchParams({ intent: "x" }) : null;
        const [answer, ordinary] = [
          await ask(path + suffix, cookie, { method, body }),
          await ask(missing + suffix, cookie, { method, body }),
        ];
        const name = `${who}: ${method} ${path}${suffix}`;
        expect(answer.status, name).toBe(404);
        expect(ordinary.status, name).toBe(404);
        expect(answer.headers.get("Cache-Control"), name).toBe(
          ordinary.headers.get("Cache-Control"),
        );
        expect(await answer.text(), name).toBe(await ordinary.text());
      }
    }
  },
);
