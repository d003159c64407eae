import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { flashOf } from "../../../testing/cookies.ts";
import { agePassword, signInOperator } from "../../../testing/operator.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { reports, staff } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";

const sharedSite = shareTestSite();

/** The rows that the forms are about. */
interface Subjects {
  uid: string;
  adId: string;
  reportId: string;
  messageId: string;
  mailId: string;
  ownerCookie: string;
}

async function addSubjects(): Promise<Subjects> {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const { id: adId } = await publish(site);
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, adId));
  const [report] = await site.db
    .insert(reports)
    .values({ postId: adId, uid: user.uid, title: "Rancho", motivo: "golpe" })
    .returning();
  const nome = crypto.randomUUID();
  const [message, mail] = await site.db
    .insert(outbox)
    .values([
      { content: { kind: "message", nome, email: "ana@example.com", mensagem: "Oi" } },
      {
        content: { kind: "letter", to: "ana@example.com", subject: "s", text: "t" },
        state: "failed",
      },
    ])
    .returning();
  return {
    uid: user.uid,
    adId,
    reportId: report?.id ?? "",
    messageId: message?.id ?? "",
    mailId: mail?.id ?? "",
    ownerCookie: cookie,
  };
}

interface Ask {
  path: string;
  fields: Record<string, string>;
}

/** Each form may need another one sent before it. */
const forms: Record<string, { ask: (subjects: Subjects) => Ask; before?: string }> = {
  "sell a plan": advertiserForm({ intent: "plano", plano: "profissional", por: "mes" }),
  "write notes": advertiserForm({ intent: "anotacoes", anotacoes: "Paga em dia." }),
  "block an advertiser": advertiserForm({ intent: "bloquear" }),
  "unblock an advertiser": {
    ...advertiserForm({ intent: "desbloquear" }),
    before: "block an advertiser",
  },
  "sign an advertiser out": advertiserForm({ intent: "sair" }),
  "pause an ad": adForm({ intent: "pausar" }),
  "show an ad again": { ...adForm({ intent: "voltar" }), before: "pause an ad" },
  "remove an ad": adForm({ intent: "remover" }),
  "mark an ad as checked": adForm({ intent: "conferir", versao: "1" }),
  "take the mark away": {
    ...adForm({ intent: "desconferir" }),
    before: "mark an ad as checked",
  },
  "archive reports": reportForm("arquivar"),
  "pause a reported ad": reportForm("pausar"),
  "remove a reported ad": reportForm("remover"),
  "read a message": messageForm("lida"),
  "be done with a message": messageForm("resolvida"),
  "reopen a message": { ...messageForm("reabrir"), before: "be done with a message" },
  "resend an e-mail": {
    ask: ({ mailId }) => ({
      path: "/operador/emails",
      fields: { intent: "reenviar", id: mailId },
    }),
  },
};

const motivo = "Conferindo uma denúncia";

function advertiserForm(fields: Record<string, string>) {
  return {
    ask: ({ uid }: Subjects) => ({
      path: "/operador/anunciantes",
      fields: { id: uid, motivo, ...fields },
    }),
  };
}

function adForm(fields: Record<string, string>) {
  return {
    ask: ({ adId }: Subjects) => ({
      path: "/operador/anuncios",
      fields: { id: adId, motivo, ...fields },
    }),
  };
}

function reportForm(intent: string) {
  return {
    ask: ({ adId, reportId }: Subjects) => ({
      path: "/operador/denuncias",
      fields: { id: adId, motivo, intent, vistas: reportId },
    }),
  };
}

function messageForm(intent: string) {
  return {
    ask: ({ messageId }: Subjects) => ({
      path: "/operador/mensagens",
      fields: { id: messageId, intent },
    }),
  };
}

const outsiders: Record<string, string> = {};
let operator: Awaited<ReturnType<typeof signInOperator>>;

beforeAll(async () => {
  const site = sharedSite();
  const blocked = await signInOperator(site);
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.user.uid));
  const removed = await signInOperator(site);
  await site.db.delete(staff).where(eq(staff.userId, removed.user.uid));
  operator = await signInOperator(site);
  Object.assign(outsiders, {
    "a visitor": "",
    "another advertiser": (await signIn(site)).cookie,
    "a blocked advertiser": blocked.cookie,
    "someone removed from the staff": removed.cookie,
  });
});

function send({ path, fields }: Ask, cookie: string) {
  return sharedSite().app.request(path, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

/** Covers every table that the panel changes. */
async function hashRows(): Promise<unknown> {
  const tables = [
    "users",
    "posts",
    "sessions",
    "photos",
    "outbox",
    "reports",
    "staff",
    "audit_log",
  ];
  const hashes = tables.map(
    (table) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t) as ${table}`,
  );
  const { rows } = await sharedSite().db.execute(sql.raw(`select ${hashes.join(", ")}`));
  return rows[0];
}

test.each(Object.keys(forms))("only the staff may %s", async (name) => {
  const { ask, before } = forms[name] as (typeof forms)[string];
  const subjects = await addSubjects();
  const earlier = before ? forms[before] : undefined;
  if (earlier) expect((await send(earlier.ask(subjects), operator.cookie)).status).toBe(302);

  const rows = await hashRows();
  for (const [who, cookie] of Object.entries({ ...outsiders, "the owner": subjects.ownerCookie })) {
    expect((await send(ask(subjects), cookie)).status, who).toBe(404);
  }
  expect(await hashRows()).toEqual(rows);

  const answer = await send(ask(subjects), operator.cookie);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe(ask(subjects).path);
  expect((await flashOf(answer))?.kind).toBe("success");
  const [entry] = (
    await sharedSite().db.execute(sql`select actor from audit_log order by at desc limit 1`)
  ).rows;
  expect(entry).toEqual({ actor: operator.user.email });
});

test.each(Object.keys(forms))("to %s, asks for the password again after 12 hours", async (name) => {
  const { ask } = forms[name] as (typeof forms)[string];
  const subjects = await addSubjects();
  await agePassword(sharedSite(), operator.user.uid, 12.1);
  const rows = await hashRows();
  const answer = await send(ask(subjects), operator.cookie);
  const voltar = encodeURIComponent(ask(subjects).path);
  expect(answer.headers.get("Location")).toBe(`/operador/senha?voltar=${voltar}`);
  expect(await hashRows()).toEqual(rows);
  await agePassword(sharedSite(), operator.user.uid, 0);
});

const asking = Object.entries(forms).filter(
  ([name, { ask }]) =>
    "motivo" in ask({} as Subjects).fields && !/sign|notes|again|mark/.test(name),
);

test.each(asking.map(([name]) => name))(
  "to %s without a reason shows the form again",
  async (name) => {
    const { ask, before } = forms[name] as (typeof forms)[string];
    const subjects = await addSubjects();
    const earlier = before ? forms[before] : undefined;
    if (earlier) await send(earlier.ask(subjects), operator.cookie);
    const rows = await hashRows();
    const { path, fields } = ask(subjects);
    const query = path === "/operador/denuncias" ? "" : `?aberto=${fields.id}&q=${fields.id}`;
    const answer = await send(
      { path: path + query, fields: { ...fields, motivo: " " } },
      operator.cookie,
    );
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Escreva o motivo: ele vai para o registro.");
    expect(await hashRows()).toEqual(rows);
  },
);

test.each([
  "/operador/anunciantes",
  "/operador/anuncios",
  "/operador/denuncias",
  "/operador/mensagens",
  "/operador/emails",
])("%s refuses unknown forms and missing rows", async (path) => {
  const rows = await hashRows();
  const forms: Record<string, string>[] = [
    {},
    { intent: "x" },
    { intent: "__proto__", id: "x" },
    { intent: "toString" },
  ];
  for (const fields of forms) {
    expect((await send({ path, fields }, operator.cookie)).status, JSON.stringify(fields)).toBe(
      400,
    );
  }
  for (const intent of ["bloquear", "pausar", "arquivar", "resolvida", "reenviar"]) {
    for (const id of ["", "x", crypto.randomUUID()]) {
      const { status } = await send({ path, fields: { intent, id, motivo } }, operator.cookie);
      expect([400, 404, 409], `${intent} ${id}`).toContain(status);
    }
  }
  expect(await hashRows()).toEqual(rows);
});
