import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import { replaceFile } from "../db/files/durable-files.server.ts";
import type { OutboxContent } from "../db/mail-schema.ts";
import { writeAsLine } from "../ui/forms/text-rules.ts";
import { writeLetterHtml } from "./letter-html.ts";
import { writePlainText } from "./letter-words.ts";
import { deleteMailFiles } from "./mail-files.server.ts";

/** The id of the outbox row, the same at every attempt. */
interface Mail {
  id: string;
  content: OutboxContent;
}

export interface Mailer {
  /** Says in Portuguese why e-mails of this kind must wait; null if they needn't. */
  obstacle: (kind: OutboxContent["kind"]) => string | null;
  /**
   * Resolves once the server accepted the e-mail; rejects with a message fit for the log, at the
   * latest when `patience` ends.
   */
  send: (mail: Mail, patience?: AbortSignal) => Promise<void>;
  /** Deletes the `.eml` files with these ids, and any others to this address; null is nobody's. */
  forget: (ids: readonly string[], address: string | null) => Promise<void>;
  close: () => void;
}

/** The site's e-mail address if SITE_EMAIL is not set. */
export const fallbackSiteEmail = "contato@localhost";

/** Time limit for one e-mail, including the connection. */
export const timeoutMs = 20_000;

export interface MailSettings {
  smtpUrl: string | null;
  /** The e-mail service of spec §7. */
  service: {
    url: string;
    userId: string | null;
    serviceId: string | null;
    /** Template for contact messages, which go to the site's own mailbox. */
    templateId: string | null;
    /** Template for e-mails to the address in the parameter `email`. */
    letterTemplateId: string | null;
  } | null;
  /** Folder for `.eml` files, used if there is neither SMTP nor a service. */
  outboxDir: string;
  siteEmail: string;
  /** Returns the address in letters, without a trailing slash; a site may learn its port late. */
  siteUrl: () => string;
  timeoutMs?: number;
}

type Carrier = Pick<Mailer, "close"> & {
  obstacle?: string | null;
  send: (mail: Mail, signal: AbortSignal) => Promise<void>;
};

/**
 * Chooses for contact messages the first of service, SMTP and files; for others, of SMTP, service
 * and files.
 */
export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, service, outboxDir, timeoutMs: limitMs = timeoutMs } = settings;
  const smtp = smtpUrl ? smtpCarrier(smtpUrl, settings) : null;
  const files = fileCarrier(outboxDir, settings);
  const carriers: Record<OutboxContent["kind"], Carrier> = {
    message: service
      ? serviceCarrier(service, service.templateId, "EMAIL_TEMPLATE_ID")
      : (smtp ?? files),
    letter:
      smtp ??
      (service
        ? serviceCarrier(service, service.letterTemplateId, "EMAIL_LETTER_TEMPLATE_ID, ou SMTP_URL")
        : files),
  };
  return {
    obstacle: (kind) => carriers[kind].obstacle ?? null,
    async send(mail, patience) {
      const begun = performance.now();
      const limit = AbortSignal.timeout(limitMs);
      const signal = patience ? AbortSignal.any([limit, patience]) : limit;
      try {
        const content = completeButton(mail.content, settings.siteUrl());
        await carriers[content.kind].send({ ...mail, content }, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        const ms = limit.aborted ? limitMs : performance.now() - begun;
        const seconds = Math.round(ms / 100) / 10;
        throw new Error(`gave up after ${seconds} s`, { cause: error });
      }
    },
    forget: (ids, address) => deleteMailFiles(outboxDir, ids, address),
    close() {
      for (const carrier of Object.values(carriers)) carrier.close();
    },
  };
}

function completeButton(content: OutboxContent, siteUrl: string): OutboxContent {
  if (content.kind !== "letter" || !content.button?.url.startsWith("/")) return content;
  const { label, url } = content.button;
  return { ...content, button: { label, url: siteUrl + url } };
}

function smtpCarrier(url: string, sender: LetterSender): Carrier {
  let transport: Transporter | undefined;
  return {
    async send(mail, signal) {
      const nodemailer = await loadNodemailer();
      transport ??= nodemailer.createTransport({ url });
      await transport.sendMail({ ...compose(mail, sender), signal });
    },
    close: () => transport?.close(),
  };
}

/** Loaded on demand, because only one process of a site sends e-mails. */
async function loadNodemailer() {
  return (await import("nodemailer")).default;
}

/** Status 200 or the text "OK" means success (spec §7). `template` names its variable. */
function serviceCarrier(
  service: NonNullable<MailSettings["service"]>,
  templateId: string | null,
  template: string,
): Carrier {
  const { url, userId, serviceId } = service;
  const missing = [
    ...(userId ? [] : ["EMAIL_USER_ID"]),
    ...(serviceId ? [] : ["EMAIL_SERVICE_ID"]),
    ...(templateId ? [] : [template]),
  ];
  return {
    obstacle: missing.length > 0 ? `Falta indicar ${missing.join(", ")}.` : null,
    async send({ content }, signal) {
      const { nome, email, mensagem } =
        content.kind === "message"
          ? content
          : { nome: content.subject, email: content.to, mensagem: writePlainText(content) };
      const answer = await fetch(new URL("/api/v1.0/email/send", url), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          lib_version: "4.4.1",
          user_id: userId,
          service_id: serviceId,
          template_id: templateId,
          template_params: { nome, email, mensagem },
        }),
        signal,
      });
      const text = await answer.text();
      if (answer.status !== 200 && text !== "OK") {
        throw new Error(`the e-mail service answered ${answer.status}: ${text.slice(0, 200)}`);
      }
    },
    close: () => undefined,
  };
}

function fileCarrier(outboxDir: string, sender: LetterSender): Carrier {
  return {
    async send(mail) {
      const nodemailer = await loadNodemailer();
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(compose(mail, sender));
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      // Previous versions made the folder public. This fails if the folder isn't ours.
      await chmod(outboxDir, 0o700).catch(() => undefined);
      await replaceFile(join(outboxDir, `${mail.id}.eml`), message as Buffer);
    },
    close: () => undefined,
  };
}

type LetterSender = Pick<MailSettings, "siteEmail" | "siteUrl">;

function compose({ id, content }: Mail, { siteEmail, siteUrl }: LetterSender) {
  const from = { name: "Mar de Minas", address: siteEmail };
  // The id is the same at every attempt, so that mailboxes can detect duplicates.
  const messageId = `<${id}@${siteEmail.split("@")[1] ?? "localhost"}>`;
  if (content.kind === "letter") {
    const { to, subject, unsubscribe, replyTo } = content;
    const text = writePlainText(content);
    const html = writeLetterHtml({ ...content, text }, siteUrl());
    const headers: Record<string, string> = unsubscribe
      ? {
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {};
    const recipient = { name: "", address: to };
    return { from, to: recipient, replyTo, subject, text, html, messageId, headers };
  }
  const { nome, email, mensagem } = content;
  return {
    from,
    to: from,
    replyTo: { name: writeAsLine(nome), address: email },
    subject: `Mensagem de ${writeAsLine(nome)} pelo site`,
    text: `${mensagem}\n\n${nome}\n${email}\n`,
    messageId,
  };
}
