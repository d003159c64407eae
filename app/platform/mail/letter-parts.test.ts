import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../../testing/folder.ts";
import { openMailbox } from "../../../testing/mail-servers.ts";
import type { OutboxContent } from "../db/mail-schema.ts";
import { createMailer, type MailSettings } from "./mailer.server.ts";

const siteUrl = "https://mardeminas.example";
const url = `${siteUrl}/confirmar-email/${"Zz_-09".repeat(20)}?a=1&b=2`;
const letter: OutboxContent = {
  kind: "letter",
  to: "maria@example.com",
  subject: "Confirme seu e-mail",
  text: `Olá!\n\nPara confirmar, abra este endereço:\n\n${url}\n\nMar de Minas\n`,
  button: { label: "Confirmar e-mail", url },
};

async function send(settings: Partial<MailSettings>, content: OutboxContent = letter) {
  const mailer = createMailer({
    smtpUrl: null,
    service: null,
    outboxDir: "/nonexistent",
    siteEmail: "contato@mardeminas.example",
    siteUrl: () => siteUrl,
    ...settings,
  });
  onTestFinished(mailer.close);
  await mailer.send({ id: crypto.randomUUID(), content });
}

/** Decodes the parts of a multipart message, in their order. */
function readParts(source: string): { type: string; body: string }[] {
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(source) ?? [];
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", ...rest] = part.trimStart().split("\r\n\r\n");
      const [, type = ""] = /Content-Type: ([^;\r]+)/.exec(head) ?? [];
      expect(head).toContain("Content-Transfer-Encoding: quoted-printable");
      return { type, body: decode(rest.join("\r\n\r\n")) };
    });
}

function decode(quotedPrintable: string): string {
  const bytes = quotedPrintable
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

function checkLetter(source: string): void {
  expect(source).toContain("Content-Type: multipart/alternative");
  // Longer lines may be broken on the way, and a signed link with them (RFC 5322).
  expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  const [text, html, ...others] = readParts(source);
  expect(others).toEqual([]);
  expect(text?.type).toBe("text/plain");
  expect(text?.body).toContain(`\r\n${url}\r\n`);
  expect(html?.type).toBe("text/html");
  expect(html?.body).toContain(`href="${url.replace("&", "&amp;")}">Confirmar e-mail</a>`);
}

test("by SMTP a letter goes out as plain text and HTML, its signed link whole in both", async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const unsubscribe = `${siteUrl}/sem-lembretes/${"a".repeat(83)}`;
  await send({ smtpUrl: mailbox.url }, { ...letter, unsubscribe });
  const source = mailbox.letters[0]?.text ?? "";
  checkLetter(source);
  const unfolded = source.replace(/\r\n\s+/g, " ");
  expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribe}>`);
  expect(unfolded).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

test("as a file it has the same two parts", async () => {
  const outboxDir = await makeFolder();
  await send({ outboxDir });
  const [name = ""] = await readdir(outboxDir);
  checkLetter((await readFile(join(outboxDir, name), "utf8")).replace(/\r?\n/g, "\r\n"));
});

test("a visitor's message to the site stays plain text", async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const message = { nome: "João", email: "joao@example.com", mensagem: "<b>Oi</b>" };
  await send({ smtpUrl: mailbox.url }, { kind: "message", ...message });
  expect(mailbox.letters[0]?.text).not.toContain("multipart");
});

test("a button's path becomes an address of the site, in the text too", async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const text = "Olá!\n\nAs noites estão em vermelho.\n\nMar de Minas\n";
  const button = { label: "Abrir o calendário", url: "/posts/1/calendario" };
  await send({ smtpUrl: mailbox.url }, { ...letter, text, button });
  const [plain, html] = readParts(mailbox.letters[0]?.text ?? "");
  expect(plain?.body).toContain(`Abrir o calendário:\r\n${siteUrl}/posts/1/calendario\r\n`);
  expect(html?.body).toContain(`href="${siteUrl}/posts/1/calendario"`);
});
