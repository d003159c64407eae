import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailedSite, outbox } from "../app/db/mail-schema.ts";
import { auditLog, staff } from "../app/db/operation-schema.ts";
import { users } from "../app/db/schema.ts";
import { noteMailedSite } from "../app/mail/mailed-site.server.ts";
import { contextOf, publish } from "../testing/backups.ts";
import { shareTestSite, signIn, type TestSite } from "../testing/site.ts";
import { commands } from "./commands.ts";
import { runOperator } from "./main.ts";

const address = "https://mardeminas.example";
const noted = { mailedSiteUrl: address, siteEmail: "site@example.com", pix: {} };

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

test("letters of commands have the address, the mailbox and the Pix of the site that last started", async () => {
  const { site, id, email } = await open();
  await noteMailedSite(site.db, { ...noted, mailedSiteUrl: "http://localhost:1", pix: null });
  await noteMailedSite(site.db, noted);

  for (const args of [
    ["plano", email, "basico", "--por", "mes"],
    ["equipe", "adicionar", email],
    ["anuncios", "remover", id],
    ["backup-falhou"],
  ]) {
    expect(await run(site, args), args.join(" ")).toEqual({ code: 0, err: "" });
  }
  const letters = await lettersOf(site);
  expect(letters).toContain(`Pagar com Pix: ${address}/plans/pix?plano=basico&por=mes`);
  expect(letters).toContain(`${address}/operador`);
  expect(letters.match(/"to":"site@example.com"/g)).toHaveLength(2);
  expect(letters).not.toContain("localhost");
});

test("the variables given to a command count before what the site noted", async () => {
  const { site, email } = await open();
  await noteMailedSite(site.db, { ...noted, pix: null });
  const env = { SITE_URL: "https://outro.example", SITE_EMAIL: "outro@example.com" };

  expect(await run(site, ["equipe", "adicionar", email], env)).toMatchObject({ code: 0 });
  expect(await run(site, ["plano", email, "basico", "--por", "mes"], env)).toMatchObject({
    code: 0,
  });

  const letters = await lettersOf(site);
  expect(letters).toContain("https://outro.example/operador");
  expect(letters).toContain('"to":"outro@example.com"');
  expect(letters).not.toContain(address);
  expect(letters).not.toContain("Pix");
});

test("commands whose letters would have no address refuse, and change nothing", async () => {
  const { site, id, email } = await open();
  const before = await site.db.select().from(users);
  const rows = await site.rows();
  const logged = await site.db.$count(auditLog);

  for (const args of [
    ["plano", email, "profissional"],
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
  expect(await run(site, ["plano", email, "profissional"], env)).toMatchObject({ code: 0 });
  expect(await lettersOf(site)).toContain(`${address}/dashboard`);
});

/** Still the evening before in the region. */
const afterMidnightInUtc = new Date("2026-03-01T01:30:00Z");
const noOptions = {
  ate: undefined,
  por: undefined,
  chave: undefined,
  antes: undefined,
};

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
