import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { flashOf } from "../../../../testing/cookies.ts";
import { type Mailbox, openMailbox } from "../../../../testing/mail-servers.ts";
import { patience } from "../../../../testing/patience.ts";
import { shareTestSite, type TestSite } from "../../../../testing/site.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";

const success = "E-mail enviado com sucesso!";
const failure = "Erro ao enviar o e-mail. Tente novamente.";

let mailbox: Mailbox;
/** The mail server's reply to each message. */
let answer: () => Error | null | Promise<Error | null>;
const accept = () => null;
const settings: Record<string, string> = {
  SITE_URL: "https://mardeminas.example",
  SITE_EMAIL: "contato@mardeminas.example",
  RATE_LIMIT_FACTOR: "100",
};

beforeAll(async () => {
  answer = accept;
  mailbox = await openMailbox(() => answer());
  settings.SMTP_URL = mailbox.url;
});

const sharedSite = shareTestSite(settings);

afterEach(() => {
  answer = accept;
});

afterAll(() => mailbox?.close());

const messageOf = (mensagem: string) => ({ nome: "João", email: "joao@example.com", mensagem });

/** Sends the form as a browser without script does. */
async function send(site: TestSite, mensagem: string, more: Record<string, string> = {}) {
  const body = new URLSearchParams({ ...messageOf(mensagem), ...more });
  const sent = await site.app.request("/contato", { method: "POST", body });
  const flash = await flashOf(sent);
  return { status: sent.status, text: (flash?.text ?? "") + (await sent.text()) };
}

function rowsOf(site: TestSite, mensagem: string) {
  return site.db.select().from(outbox).where(sql`${outbox.content}->>'mensagem' = ${mensagem}`);
}

const lettersWith = (text: string) =>
  mailbox.letters.filter((letter) => letter.text.includes(text));

test("a message is confirmed once the mail server accepted it", async () => {
  const sent = await send(sharedSite(), "Tem vaga em maio?");
  expect(sent).toEqual({ status: 302, text: expect.stringContaining(success) });
  const letters = lettersWith("Tem vaga em maio?");
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toMatch(/^Reply-To: .*joao@example\.com/m);
  const rows = await rowsOf(sharedSite(), "Tem vaga em maio?");
  expect(rows).toMatchObject([{ state: "sent", attempts: 1 }]);
});

test.each([
  ["sent again", async () => undefined],
  [
    "delivered in the background meanwhile",
    async (site: TestSite, mensagem: string) => {
      const mine = sql`${outbox.content}->>'mensagem' = ${mensagem}`;
      await site.db.update(outbox).set({ nextAttemptAt: sql`now()` }).where(mine);
      expect(await site.sender.sendNext()).toBe(true);
    },
  ],
])(
  "a refused message is kept and returned to the form; %s, it arrives once",
  async (way, retry) => {
    const site = sharedSite();
    const mensagem = `Mensagem recusada, ${way}`;
    answer = () => new Error("mailbox full");
    const refused = await send(site, mensagem);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain(failure);
    for (const typed of Object.values(messageOf(mensagem))) expect(refused.text).toContain(typed);
    const [kept] = await rowsOf(site, mensagem);
    expect(kept).toMatchObject({ state: "waiting", attempts: 1, claim: null });
    expect(kept?.lastError).toContain("mailbox full");

    answer = accept;
    await retry(site, mensagem);
    expect((await send(site, mensagem)).status).toBe(302);
    const messageId = `${kept?.id}@mardeminas.example`;
    expect(mailbox.letters.filter((letter) => letter.messageId === messageId)).toHaveLength(1);
    expect(await rowsOf(site, mensagem)).toMatchObject([{ id: kept?.id, state: "sent" }]);
  },
);

test("while the mail server hangs, forms hold no database connection; they give up after 8 s, and the next press tries afresh", async () => {
  const site = sharedSite();
  const asked: ((error: Error | null) => void)[] = [];
  answer = () => new Promise((resolve) => asked.push(resolve));
  // There are more forms than the pool has connections.
  const texts = Array.from({ length: 10 }, (_, n) => `Mensagem lenta ${n}`);
  let limit = new AbortController();
  const start = AbortSignal.timeout;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    ms === 8_000 ? limit.signal : start.call(AbortSignal, ms),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const sending = texts.map((mensagem) => send(site, mensagem));
  await expect.poll(() => asked.length, patience).toBe(10);
  expect(site.db.$client.totalCount - site.db.$client.idleCount).toBe(0);
  for (const path of ["/healthz", "/search"]) {
    expect((await site.app.request(path)).status).toBe(200);
  }
  expect(AbortSignal.timeout).toHaveBeenCalledWith(8_000);
  limit.abort();
  for (const [n, slow] of (await Promise.all(sending)).entries()) {
    expect(slow.status).toBe(503);
    expect(slow.text).toContain(failure);
    expect(slow.text).toContain(texts[n]);
  }
  const [first = ""] = texts;
  const lastError = expect.stringMatching(/^gave up after/);
  const ended = { state: "waiting", attempts: 1, claim: null, lastError };
  expect(await rowsOf(site, first)).toMatchObject([ended]);

  limit = new AbortController();
  answer = accept;
  expect((await send(site, first)).status).toBe(302);
  expect(lettersWith(first)).toHaveLength(1);
  expect(await rowsOf(site, first)).toMatchObject([{ state: "sent", attempts: 1, claim: null }]);
  for (const give of asked) give(new Error("too late"));
});
