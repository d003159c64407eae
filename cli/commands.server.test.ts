import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { alerts } from "../app/platform/db/alert-schema.ts";
import { listMembers, lists } from "../app/platform/db/list-schema.ts";
import { mailedSite, outbox } from "../app/platform/db/mail-schema.ts";
import { auditLog, staff } from "../app/platform/db/operation-schema.ts";
import { questions } from "../app/platform/db/question-schema.ts";
import { users } from "../app/platform/db/schema.ts";
import { testimonials } from "../app/platform/db/testimonial-schema.ts";
import { noteMailedSite } from "../app/platform/mail/mailed-site.server.ts";
import { contextOf, publish } from "../testing/backups.ts";
import { shareTestSite, signIn, type TestSite } from "../testing/site.ts";
import { commands } from "./commands.ts";
import { runOperator } from "./operator.ts";

const address = "https://mardeminas.example";
const noted = { mailedSiteUrl: address, siteEmail: "site@example.com" };

const sharedSite = shareTestSite();

async function open() {
  const site = sharedSite();
  await site.db.delete(outbox);
  await site.db.delete(mailedSite);
  const { uid, id } = await publish(site, "Rancho", 1);
  const changed = { emailVerified: true };
  const [user] = await site.db.update(users).set(changed).where(eq(users.id, uid)).returning();
  if (!user) throw new Error("no such user");
  return { site, id, email: user.email };
}

async function run(site: TestSite, args: string[], env: Record<string, string> = {}) {
  const output = { code: 0, err: "" };
  output.code = await runOperator(args, {
    env: { DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir, ...env },
    stdout: { write: () => undefined },
    stderr: { write: (text) => (output.err += text) },
  });
  return output;
}

async function lettersOf({ db }: TestSite): Promise<string> {
  const rows = await db.select({ content: outbox.content }).from(outbox);
  return JSON.stringify(rows.map(({ content }) => content));
}

test("letters of commands have the address and the mailbox of the site that last started", async () => {
  const { site, id, email } = await open();
  await noteMailedSite(site.db, { ...noted, mailedSiteUrl: "http://localhost:1" });
  await noteMailedSite(site.db, noted);

  for (const args of [
    ["equipe", "adicionar", email],
    ["anuncios", "remover", id],
    ["backup-falhou"],
  ]) {
    expect(await run(site, args), args.join(" ")).toEqual({ code: 0, err: "" });
  }
  const letters = await lettersOf(site);
  expect(letters).toContain(`${address}/operador`);
  expect(letters.match(/"to":"site@example.com"/g)).toHaveLength(2);
  expect(letters).not.toContain("localhost");
});

test("the variables given to a command override those noted by the site", async () => {
  const { site, email } = await open();
  await noteMailedSite(site.db, noted);
  const env = { SITE_URL: "https://outro.example", SITE_EMAIL: "outro@example.com" };

  expect(await run(site, ["equipe", "adicionar", email], env)).toMatchObject({ code: 0 });
  const letters = await lettersOf(site);
  expect(letters).toContain("https://outro.example/operador");
  expect(letters).toContain('"to":"outro@example.com"');
  expect(letters).not.toContain(address);
});

test("commands that write letters refuse, and change nothing, without the site's address or e-mail", async () => {
  const { site, id, email } = await open();
  const before = await site.db.select().from(users);
  const rows = await site.rows();
  const logged = await site.db.$count(auditLog);

  for (const args of [
    ["equipe", "adicionar", email],
    ["equipe", "novo-fator", email],
    ["anuncios", "remover", id],
    ["backup-falhou"],
  ]) {
    const { code, err } = await run(site, args, { SITE_URL: address });
    expect(code, args.join(" ")).toBe(1);
    expect(err).toContain("não sabe o endereço ou o e-mail do site");
    expect(err).toContain("Nada foi mudado.");
  }
  expect(await site.db.select().from(users)).toEqual(before);
  expect(await site.rows()).toEqual(rows);
  expect(await site.db.$count(auditLog)).toBe(logged);

  const env = { SITE_URL: address, SITE_EMAIL: "site@example.com" };
  expect(await run(site, ["equipe", "adicionar", email], env)).toMatchObject({ code: 0 });
  expect(await lettersOf(site)).toContain(`${address}/operador`);
});

/** Still the evening before in the region. */
const afterMidnightInUtc = new Date("2026-03-01T01:30:00Z");
const noOptions = { ate: undefined, por: undefined, antes: undefined, sim: false };

test("a person's data without an account is counted, erased on confirmation, and logged as numbers", async () => {
  const site = sharedSite();
  const { uid, id: postId } = await publish(site, "Rancho da pergunta", 1);
  const [email, other] = ["Ana.Souza@example.com", "outra@example.com"];
  await site.db.delete(outbox);
  const asked = { uid, postId, title: "Rancho", nome: "Ana", mensagem: "Aceita cão?" };
  await site.db.insert(questions).values([email, other].map((one) => ({ ...asked, email: one })));
  const stay = { postId, entrada: "2026-01-02", saida: "2026-01-04" };
  const written = { nome: "Ana", nota: 5, texto: "Bom", writtenAt: new Date() };
  await site.db.insert(testimonials).values({ ...stay, ...written, email });
  const alert = { email: email.toLowerCase(), postId, endsOn: "2099-01-01" };
  const [watched] = await site.db.insert(alerts).values(alert).returning({ id: alerts.id });
  const letter = { kind: "letter", subject: "s", text: "t" } as const;
  const message = { kind: "message", nome: "Ana", email, mensagem: "Olá" } as const;
  await site.db
    .insert(outbox)
    .values([
      { content: { ...letter, to: email, about: watched?.id ?? "" } },
      { userId: uid, content: { ...letter, to: other, replyTo: { name: "Ana", address: email } } },
      { userId: uid, content: { ...letter, to: email } },
      { content: message },
      { content: { ...letter, to: other } },
    ]);
  const folder = join(site.dataDir, "outbox");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "carta.eml"), `To: ${email}\r\n\r\nOlá`);
  const count = () =>
    Promise.all([questions, testimonials, alerts, outbox].map((table) => site.db.$count(table)));
  const before = await count();
  const found = "1 perguntas, 1 depoimentos, 1 avisos de busca, 2 cartas, 1 mensagens do contato";

  const asking = await run(site, ["esquecer", email]);
  expect(asking).toMatchObject({ code: 1 });
  expect(asking.err).toBe(
    `Seriam apagados: ${found}.\nNada foi apagado. Para apagar, repita com --sim.\n`,
  );
  expect([await count(), await readdir(folder)]).toEqual([before, ["carta.eml"]]);

  expect(await run(site, ["esquecer", email, "--sim"])).toEqual({ code: 0, err: "" });
  const [q = 0, t = 0, a = 0, mails = 0] = before;
  expect([await count(), await readdir(folder)]).toEqual([[q - 1, t - 1, a - 1, mails - 3], []]);
  const isErasure = eq(auditLog.action, "person-forgotten");
  const [noted] = await site.db.select().from(auditLog).where(isErasure);
  expect(noted).toMatchObject({ actor: "terminal", subject: "", reason: found });
  expect(JSON.stringify(noted)).not.toContain("@");
  expect(await run(site, ["esquecer", email, "--sim"])).toMatchObject({ code: 1 });
});

test("a name leaves a group's list with its votes", async () => {
  const site = sharedSite();
  const code = "lista-do-grupo-0123456";
  await site.db
    .insert(lists)
    .values({ code, nome: "Férias", creatorKeyHash: "x", lastVisitOn: "2026-11-28" });
  const names = ["Ana Souza", "Bia"];
  await site.db
    .insert(listMembers)
    .values(names.map((nome) => ({ listCode: code, nome, keyHash: nome })));
  const left = async () => (await site.db.select().from(listMembers)).map(({ nome }) => nome);
  const args = ["esquecer", `https://mardeminas.example/lista/${code}`, "Ana", "Souza"];
  expect(await run(site, args)).toMatchObject({ code: 1 });
  expect(await left()).toEqual(names);
  expect(await run(site, [...args, "--sim"])).toEqual({ code: 0, err: "" });
  expect(await left()).toEqual(["Bia"]);
});

test("the operator's lists show the region's dates and times", async () => {
  const site = sharedSite();
  const context = contextOf(site);
  const { user } = await signIn(site, { createdAt: afterMidnightInUtc });
  await site.db.insert(staff).values({ userId: user.uid, createdAt: afterMidnightInUtc });
  const content = { kind: "letter", to: "a@example.com", subject: "s", text: "t" } as const;
  await site.db.insert(outbox).values({ content, createdAt: afterMidnightInUtc });
  const textOf = async (name: string) => (await commands[name]?.(context, [], noOptions))?.text;

  expect(await textOf("usuarios")).toContain("2026-02-28");
  expect(await textOf("equipe")).toContain("2026-02-28");
  expect(await textOf("mensagens")).toContain("28/02/2026 22:30");
});
