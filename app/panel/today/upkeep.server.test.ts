import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { signInOperator } from "../../../testing/operator.ts";
import { openTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { outbox } from "../../db/mail-schema.ts";
import { jobRuns } from "../../db/operation-schema.ts";
import { photos, rateLimits, users } from "../../db/schema.ts";
import { shareCards } from "../../db/share-card-schema.ts";
import { drawDueCards } from "../../share-cards/share-cards.server.ts";
import { recordFailure, recordSuccess } from "../../site/watch/job-runs.server.ts";
import { countBacklog, listProblems } from "./upkeep.server.ts";
import { sendUpkeepLetter } from "./upkeep-letter.server.ts";

const hoursAgo = (hours: number) => sql`now() - ${hours} * interval '1 hour'`;
const roomy = { bytes: 50e9, share: 0.5, isLow: false };

async function addWork(site: TestSite, hours: number): Promise<void> {
  const { id } = await publish(site, { title: "Atrasado" });
  await site.db
    .update(photos)
    .set({ createdAt: hoursAgo(hours) })
    .where(eq(photos.sizesDue, true));
  await site.db.insert(feeds).values({
    postId: id,
    nome: "Airbnb",
    endereco: "https://example.com/a.ics",
    nextReadingAt: hoursAgo(hours),
  });
}

test("names what needs the operator's hands, and nothing while all is well", async () => {
  const site = await openTestSite();
  await recordSuccess(site.db, "backup");
  await recordFailure(site.db, "purge", "Error: timeout");
  await recordSuccess(site.db, "purge");
  expect(await listProblems(site.db, roomy)).toEqual([]);

  await addWork(site, 2);
  await recordFailure(site.db, "photo-sweep", "Error: disk full");
  await recordFailure(site.db, "worker", "SIGKILL");
  await site.db
    .update(jobRuns)
    .set({ succeededAt: hoursAgo(27) })
    .where(eq(jobRuns.job, "backup"));
  const content = { kind: "letter", to: "a@example.com", subject: "s", text: "t" } as const;
  await site.db.insert(outbox).values({ content, state: "failed" });

  const at = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`;
  expect(await listProblems(site.db, { ...roomy, isLow: true })).toEqual([
    expect.stringMatching(`^O último backup bom é de ${at}\\.$`),
    expect.stringMatching(`^Um processo do site terminou sem aviso .* em ${at}: SIGKILL$`),
    expect.stringMatching(`^Limpeza das fotos falhou em ${at}: Error: disk full$`),
    "O disco está quase cheio: fotos novas são recusadas.",
    "E-mails que desistimos de enviar: 1.",
    "Calendários de outros sites atrasados há mais de uma hora: 1.",
    "Fotos à espera de tamanhos há mais de uma hora: 1.",
  ]);
});

test("a site that has held a real account for three days without any backup says so", async () => {
  const site = await openTestSite();
  await signIn(site, { email: "dona@sitio.example" });
  await signIn(site, { email: "maria@example.com" });
  const confirm = (email: string, hours: number) =>
    site.db
      .update(users)
      .set({ emailVerified: true, createdAt: hoursAgo(hours) })
      .where(eq(users.email, email));
  await confirm("maria@example.com", 500);
  await confirm("dona@sitio.example", 71);
  expect(await listProblems(site.db, roomy)).toEqual([]);

  await confirm("dona@sitio.example", 73);
  await recordFailure(site.db, "backup", "Error: disk full");
  expect(await listProblems(site.db, roomy)).toContain(
    "Este banco ainda não tem nenhum backup bom: npm run operador -- backup",
  );
  await recordSuccess(site.db, "backup");
  expect(await listProblems(site.db, roomy)).toEqual([]);
});

test("names share cards that can't be drawn, which stay among the work to do", async () => {
  const site = await openTestSite();
  await publish(site, { title: "Sem cartão" });
  expect(await countBacklog(site.db)).toMatchObject({ shareCards: 1 });
  expect(await listProblems(site.db, roomy)).toEqual([]);
  const drawCard = () => Promise.reject(new Error("no typeface"));
  await drawDueCards({ ...site, drawCard }, { onFailure: () => undefined });
  expect(await countBacklog(site.db)).toMatchObject({ shareCards: 1 });
  expect(await listProblems(site.db, roomy)).toEqual(["Cartões que não conseguimos desenhar: 1."]);

  await site.db.update(shareCards).set({ retryAt: hoursAgo(1) });
  await drawDueCards(site, {
    onFailure(error) {
      throw error;
    },
  });
  expect(await listProblems(site.db, roomy)).toEqual([]);
});

test("the operator gets one e-mail a day at most, and none without SITE_EMAIL or a problem", async () => {
  const site = await openTestSite({ SITE_EMAIL: "contato@mardeminas.example" });
  expect(await sendUpkeepLetter(site)).toBe(0);
  await recordFailure(site.db, "purge", "Error: timeout");
  expect(await sendUpkeepLetter({ ...site, siteEmail: null })).toBe(0);
  const sent = await Promise.all([sendUpkeepLetter(site), sendUpkeepLetter(site)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  expect(await sendUpkeepLetter(site)).toBe(0);
  const mails = await site.db.select({ content: outbox.content }).from(outbox);
  expect(mails).toMatchObject([
    {
      content: {
        to: "contato@mardeminas.example",
        toOperator: true,
        subject: "O Mar de Minas precisa de você",
        text: expect.stringContaining("- Limpeza do banco falhou em "),
      },
    },
  ]);

  await site.db.update(rateLimits).set({ expire: 0 }).where(eq(rateLimits.key, "upkeep-letter"));
  expect(await sendUpkeepLetter(site)).toBe(1);
});

test("the panel's first page shows each job's last success and error, and the work to do", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  await site.db
    .update(users)
    .set({ email: "dona@sitio.example", emailVerified: true, createdAt: hoursAgo(80) });
  const read = async () => {
    const answer = await site.app.request("/operador", { headers: { Cookie: cookie } });
    expect(answer.status).toBe(200);
    return (await answer.text()).replaceAll("<!-- -->", "");
  };
  const noBackup = "Este banco ainda não tem nenhum backup bom";
  const first = await read();
  expect(first).toContain("nenhuma tarefa rodou ainda");
  expect(first).toContain(noBackup);

  await addWork(site, 2);
  await recordSuccess(site.db, "backup");
  await recordFailure(site.db, "purge", "DatabaseError (57014): timeout");
  await recordFailure(site.db, "purge", "DatabaseError (57014): timeout");
  const html = await read();
  expect(html).not.toContain(noBackup);
  expect(html).toContain("<span>Limpeza do banco falhou em ");
  const [, , backup = "", purge = ""] = html.split("<tr");
  expect(backup).toMatch(/Backup<.*\d\d\/\d\d\/\d{4} \d\d:\d\d<.*nunca/);
  expect(backup).not.toContain("data-failing");
  expect(purge).toMatch(
    /data-failing.*Limpeza do banco<.*–<.*\(2 vezes até hoje\)<small>DatabaseError \(57014\): timeout/,
  );
  const figure = (label: string) => new RegExp(`<dt>${label}</dt><dd>([^<]+)`).exec(html)?.[1];
  expect(figure("livres no disco")).toMatch(/^\d+,\d GB \(\d+ %\)$/);
  expect(figure("fotos à espera de tamanhos")).toBe("1");
  expect(figure("cartões por desenhar")).toBe("1");
  expect(figure("calendários atrasados")).toBe("1");
});

test("nobody but the staff sees it", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  expect((await site.app.request("/operador", { headers: { Cookie: cookie } })).status).toBe(404);
});
