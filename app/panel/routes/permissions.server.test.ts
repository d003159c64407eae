import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { flashOf } from "../../../testing/cookies.ts";
import { agePassword, signInOperator } from "../../../testing/operator.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import { grantPlan } from "../../domain/accounts/plans/grant-plan.server.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { auditLog, reports, staff } from "../../platform/db/operation-schema.ts";
import { posts, users } from "../../platform/db/schema.ts";

const sharedSite = shareTestSite();

const pages = [
  "/operador",
  "/operador/anunciantes",
  "/operador/anuncios",
  "/operador/denuncias",
  "/operador/mensagens",
  "/operador/depoimentos",
  "/operador/pagamentos",
  "/operador/emails",
  "/operador/registro",
  "/operador/mais",
];

/** The panel doesn't exist for any of these. */
const outsiders: Record<string, string> = {};
let operator: Awaited<ReturnType<typeof signInOperator>>;

beforeAll(async () => {
  const site = sharedSite();
  const blocked = await signInOperator(site);
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.user.uid));
  const removed = await signInOperator(site);
  await site.db.delete(staff).where(eq(staff.userId, removed.user.uid));
  Object.assign(outsiders, {
    "a visitor": "",
    "an advertiser": (await signIn(site)).cookie,
    "a blocked advertiser": blocked.cookie,
    "someone removed from the staff": removed.cookie,
  });
  operator = await signInOperator(site);
});

function ask(path: string, cookie: string, fields?: Record<string, string>) {
  return sharedSite().app.request(path, {
    method: fields ? "POST" : "GET",
    headers: { Cookie: cookie },
    body: fields && new URLSearchParams(fields),
  });
}

test("staff may open each page, which is neither cached nor indexed", async () => {
  for (const path of pages) {
    const answer = await ask(path, operator.cookie);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get("Cache-Control"), path).toBe("private, no-store");
    expect(await answer.text(), path).toContain('<meta name="robots" content="noindex"/>');
  }
});

test.each(["a visitor", "an advertiser", "a blocked advertiser", "someone removed from the staff"])(
  "each page is the ordinary 404 for %s",
  async (who) => {
    const cookie = outsiders[who] ?? "";
    for (const fields of [undefined, { intent: "x" }]) {
      const ordinary = await ask("/nao-existe", cookie, fields);
      expect(ordinary.status).toBe(404);
      const html = await ordinary.text();
      for (const path of [...pages, "/operador/senha"]) {
        const answer = await ask(path, cookie, fields);
        expect(answer.status, path).toBe(404);
        const kept = ordinary.headers.get("Cache-Control");
        expect(answer.headers.get("Cache-Control"), path).toBe(kept);
        expect(await answer.text(), path).toBe(html);
      }
    }
  },
);

/** Ids of the rows that the forms are about, and their owner's cookie. */
async function addSubjects() {
  const { db } = sharedSite();
  const { user, cookie: owner } = await signIn(sharedSite());
  const { id: ad } = await publish(sharedSite());
  await db.update(posts).set({ uid: user.uid }).where(eq(posts.id, ad));
  const values = { postId: ad, uid: user.uid, title: "Rancho", motivo: "golpe" };
  const [report] = await db.insert(reports).values(values).returning();
  const [sender, to] = [{ nome: "Ana", email: "ana@example.com" }, "ana@example.com"];
  const [message, mail] = await db
    .insert(outbox)
    .values([
      { content: { kind: "message", ...sender, mensagem: "Oi" } },
      { content: { kind: "letter", to, subject: "s", text: "t" }, state: "failed" },
    ])
    .returning();
  const ids = { advertiser: user.uid, ad, message: message?.id ?? "", mail: mail?.id ?? "" };
  return { ids, reportId: report?.id ?? "", owner };
}

type Subjects = Awaited<ReturnType<typeof addSubjects>>;
type Subject = keyof Subjects["ids"];
type Form = [page: string, of: Subject, intent: string, before?: string];

/** Buttons of the panel; some need another one to be pressed before. */
const forms: Record<string, Form> = {
  "sell a plan": ["anunciantes", "advertiser", "plano"],
  "write notes": ["anunciantes", "advertiser", "anotacoes"],
  "block an advertiser": ["anunciantes", "advertiser", "bloquear"],
  "unblock an advertiser": ["anunciantes", "advertiser", "desbloquear", "block an advertiser"],
  "pause an ad": ["anuncios", "ad", "pausar"],
  "show an ad again": ["anuncios", "ad", "voltar", "pause an ad"],
  "remove an ad": ["anuncios", "ad", "remover"],
  "mark an ad as checked": ["anuncios", "ad", "conferir"],
  "take the mark away": ["anuncios", "ad", "desconferir", "mark an ad as checked"],
  "archive reports": ["denuncias", "ad", "arquivar"],
  "pause a reported ad": ["denuncias", "ad", "pausar"],
  "remove a reported ad": ["denuncias", "ad", "remover"],
  "be done with a message": ["mensagens", "message", "resolvida"],
  "resend an e-mail": ["emails", "mail", "reenviar"],
};

const motivo = "Conferindo uma denúncia";
const asksForReason = /^(sell|block|unblock|pause|remove|archive)/;

function formOf(name: string, { ids, reportId }: Subjects) {
  const [page, of, intent] = forms[name] as Form;
  const more = { plano: "profissional", por: "mes", anotacoes: "Paga em dia.", versao: "1" };
  const fields = { intent, id: ids[of], motivo, vistas: reportId, ...more };
  return { path: `/operador/${page}`, fields };
}

/** Name by which the page tells the form with a button from its others, to show a refusal there. */
async function caseOf(
  address: string,
  { id, intent, vistas }: Record<"id" | "intent" | "vistas", string>,
) {
  const html = await (await ask(address, operator.cookie)).text();
  const form = html.split("<form").find((part) => {
    const isAbout = part.includes(`value="${id}"`) || part.includes(`value="${vistas}"`);
    return isAbout && part.includes(`value="${intent}" name="intent"`);
  });
  return /name="caso" value="([^"]*)"/.exec(form ?? "")?.[1] ?? "";
}

/** The elements that the browser may focus, and scroll to, once it has read the page. */
function focusedIn(html: string): string[] {
  return [...html.matchAll(/<(\w+)[^>]* autofocus=""[^>]*>/g)].map(([tag, element]) => {
    const name = / name="\w+"/.exec(tag)?.[0] ?? "";
    return `${element}${name}`;
  });
}

/** Covers every table that the panel changes. */
async function hashRows(): Promise<unknown> {
  const tables = "users posts sessions photos outbox reports staff audit_log".split(" ");
  const hashes = tables.map(
    (table) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t) as ${table}`,
  );
  const { rows } = await sharedSite().db.execute(sql.raw(`select ${hashes.join(", ")}`));
  return rows[0];
}

test.each(Object.keys(forms))(
  "only the staff may %s, with a password of the last 12 hours",
  async (name) => {
    const subjects = await addSubjects();
    const { uid, email } = operator.user;
    const [, , , before] = forms[name] as Form;
    if (before) {
      const { path, fields } = formOf(before, subjects);
      expect((await ask(path, operator.cookie, fields)).status).toBe(302);
    }
    const { path, fields } = formOf(name, subjects);
    const send = (cookie: string, query = "", change = {}) =>
      ask(path + query, cookie, { ...fields, ...change });
    await agePassword(sharedSite(), uid, 12.1);
    const rows = await hashRows();
    for (const [who, cookie] of Object.entries({ ...outsiders, "the owner": subjects.owner })) {
      expect((await send(cookie)).status, who).toBe(404);
    }
    const senha = `/operador/senha?voltar=${encodeURIComponent(path)}`;
    expect((await send(operator.cookie)).headers.get("Location")).toBe(senha);
    expect(await hashRows()).toEqual(rows);

    await agePassword(sharedSite(), uid, 0);
    if (asksForReason.test(name)) {
      const query = path.endsWith("denuncias") ? "" : `?q=${fields.id}`;
      const caso = await caseOf(path + query, fields);
      const refused = await send(operator.cookie, query, { motivo: " ", caso });
      expect(refused.status).toBe(400);
      const html = await refused.text();
      expect(html).toContain("Escreva o motivo: ele vai para o registro.");
      expect(focusedIn(html)).toEqual(['textarea name="motivo"']);
    }
    const answer = await send(operator.cookie);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
    expect((await flashOf(answer))?.kind).toBe("success");
    const [entry] = await sharedSite()
      .db.select()
      .from(auditLog)
      .orderBy(desc(auditLog.at))
      .limit(1);
    expect(entry?.actor).toBe(email);
  },
);

test.each([
  ["a plan without a period", "anunciantes", "plano", { plano: "basico" }, ['input name="por"']],
  ["a block that the command refuses", "anunciantes", "bloquear", {}, ["p"]],
  ["a check of a version that was edited", "anuncios", "conferir", { versao: "7" }, ["p"]],
  ["a removal without a reason", "anuncios", "remover", { motivo: "" }, ['textarea name="motivo"']],
])("%s is refused where the focus is", async (_, page, intent, fields, focused) => {
  const { ids } = await addSubjects();
  const advertiser = intent === "bloquear" ? operator.user.uid : ids.advertiser;
  const id = page === "anuncios" ? ids.ad : advertiser;
  const path = `/operador/${page}?q=${id}`;
  const caso = await caseOf(path, { id, intent, vistas: "" });
  const refused = await ask(path, operator.cookie, { intent, id, caso, motivo, ...fields });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(focusedIn(await refused.text())).toEqual(focused);
});

test("an opened record names its advertiser, leads back to the list and suggests no reason", async () => {
  const { ids } = await addSubjects();
  const read = async (path: string) => (await ask(path, operator.cookie)).text();
  const [user] = await sharedSite().db.select().from(users).where(eq(users.id, ids.advertiser));
  const advertiser = await read(`/operador/anunciantes?q=${ids.advertiser}`);
  expect(advertiser).toMatch(new RegExp(`<input [^>]*name="q"[^>]*value="${user?.email}"`));
  expect(advertiser).toMatch(/href="\/operador\/anunciantes"[^>]*>Todos os anunciantes</);
  expect(advertiser).toMatch(
    /<textarea [^>]*placeholder="Pix, [^>]*name="motivo"[^>]*><\/textarea>/,
  );
  expect(advertiser).toContain(">Bloquear<");
  const ad = () => read(`/operador/anuncios?q=${ids.ad}`);
  expect(await ad()).toMatch(/href="\/operador\/anuncios"[^>]*>Todos os anúncios</);
  expect(await ad()).toContain(">Abrir anúncio<");
  await sharedSite()
    .db.update(posts)
    .set({ pausedBy: "owner", pausedAt: new Date() })
    .where(eq(posts.id, ids.ad));
  expect(await ad()).not.toContain(">Abrir anúncio<");
  expect(await ad()).toContain("só o dono abre a página");
});

test("advertisers are also listed by their problems", async () => {
  const { db } = sharedSite();
  const blocked = await createUser(sharedSite(), { blockedAt: new Date(), emailVerified: true });
  const unconfirmed = await createUser(sharedSite());
  const { user: stopped, id } = await publish(sharedSite());
  const datesUpdatedAt = new Date(Date.now() - 31 * 86_400_000);
  await db.update(posts).set({ datesUpdatedAt, createdAt: datesUpdatedAt }).where(eq(posts.id, id));
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, stopped.uid));
  const all = [blocked, unconfirmed, stopped];
  for (const [mostrar, expected] of [
    ["", all],
    ["bloqueados", [blocked]],
    ["sem-confirmar", [unconfirmed]],
    ["parados", [stopped]],
  ] as const) {
    const path = `/operador/anunciantes?q=&mostrar=${mostrar}`;
    const html = await (await ask(path, operator.cookie)).text();
    const shown = all.filter(({ email }) => html.includes(email));
    expect(shown, mostrar).toEqual(expected);
    if (mostrar) expect(html).toMatch(new RegExp(`<option [^>]*value="${mostrar}" selected`));
  }
});

test("forms refuse unknown buttons and missing rows", async () => {
  const rows = await hashRows();
  for (const page of ["anunciantes", "anuncios", "denuncias", "mensagens", "emails"]) {
    const path = `/operador/${page}`;
    for (const intent of ["", "x", "__proto__", "toString"]) {
      const { status } = await ask(path, operator.cookie, { intent, id: "x" });
      expect(status, `${page} ${intent}`).toBe(400);
    }
    for (const intent of ["bloquear", "pausar", "arquivar", "resolvida", "reenviar"]) {
      for (const id of ["", "x", crypto.randomUUID()]) {
        const { status } = await ask(path, operator.cookie, { intent, id, motivo });
        expect([400, 404, 409], `${page} ${intent} ${id}`).toContain(status);
      }
    }
  }
  expect(await hashRows()).toEqual(rows);
});

test("the log says which plan was given, by whom and why", async () => {
  const site = sharedSite();
  const { uid, email } = await createUser(site, { plano: "basico" });
  const grant = { plano: "profissional", end: { ate: "2030-01-31" } } as const;
  await grantPlan(site.db, uid, grant, { actor: "terminal", reason: "Pix de R$ 80" });
  const html = await (await ask(`/operador/registro?sobre=${uid}`, operator.cookie)).text();
  const text = html.replace(/<!-- -->|<[^>]+>/g, "");
  expect(text).toContain(
    `O terminal mudou o plano de ${email}: Plano Profissional até 31/01/2030.“Pix de R$ 80”`,
  );
});
