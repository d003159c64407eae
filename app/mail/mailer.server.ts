import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { OutboxContent } from "../db/schema.ts";

/** One e-mail on its way. The id is the outbox row's, the same at every attempt. */
interface Mail {
  id: string;
  content: OutboxContent;
}

/**
 * A way out for e-mails. Resolves once the other side has confirmed; a refusal rejects with an
 * error whose message is fit for a log.
 */
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

/** Which way e-mails go, and who they are from. */
export interface MailSettings {
  smtpUrl: string | null;
  /** The e-mail sending service of the specification, which carries the contact form's messages. */
  service: {
    url: string;
    userId: string | null;
    serviceId: string | null;
    templateId: string | null;
  } | null;
  /** Folder of `.eml` files when there is neither. */
  outboxDir: string;
  /** The site's own address: letters come from it, messages of the contact form go to it. */
  siteEmail: string;
  /** How long the other side has to answer, in ms; 15 s unless said. */
  patienceMs?: number;
}

/** The way out that the settings name: SMTP, else the service, else files. */
export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, service, outboxDir, siteEmail, patienceMs = 15_000 } = settings;
  const byService = service ? serviceMailer(service, patienceMs) : null;
  const letters = smtpUrl
    ? smtpMailer(smtpUrl, siteEmail, patienceMs)
    : (byService ?? fileMailer(outboxDir, siteEmail));
  const messages = byService ?? letters;
  return {
    send: (mail) => (mail.content.kind === "message" ? messages : letters).send(mail),
    close() {
      letters.close();
      messages.close();
    },
  };
}

function smtpMailer(url: string, siteEmail: string, patienceMs: number): Mailer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  return {
    async send(mail) {
      await transport.sendMail(compose(mail, siteEmail));
    },
    close: () => transport.close(),
  };
}

/** Posts the specification's JSON; status 200 or the text "OK" is success (spec §7). */
function serviceMailer(service: NonNullable<MailSettings["service"]>, patienceMs: number): Mailer {
  return {
    async send({ content }) {
      const { url, userId, serviceId, templateId } = service;
      if (!userId) throw new Error("EMAIL_USER_ID is missing");
      if (!serviceId) throw new Error("EMAIL_SERVICE_ID is missing");
      if (!templateId) throw new Error("EMAIL_TEMPLATE_ID is missing");
      const { nome, email, mensagem } =
        content.kind === "message"
          ? content
          : { nome: content.subject, email: content.to, mensagem: content.text };
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
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await answer.text();
      if (answer.status !== 200 && text !== "OK") {
        throw new Error(`the e-mail service answered ${answer.status}: ${text.slice(0, 200)}`);
      }
    },
    close: () => undefined,
  };
}

function fileMailer(outboxDir: string, siteEmail: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail, siteEmail));
      await mkdir(outboxDir, { recursive: true });
      const file = join(outboxDir, `${mail.id}.eml`);
      await writeFile(`${file}.tmp`, message as Buffer);
      await rename(`${file}.tmp`, file);
    },
    close: () => transport.close(),
  };
}

function compose({ id, content }: Mail, siteEmail: string) {
  const from = { name: "Mar de Minas", address: siteEmail };
  // The same id at every attempt: a mailbox that got a letter twice can tell.
  const messageId = `<${id}@${siteEmail.split("@")[1] ?? "localhost"}>`;
  if (content.kind === "letter") {
    const { to, subject, text } = content;
    return { from, to: { name: "", address: to }, subject, text, messageId };
  }
  const { nome, email, mensagem } = content;
  return {
    from,
    to: from,
    replyTo: { name: nome, address: email },
    subject: `Mensagem de ${nome} pelo site`,
    text: `${mensagem}\n\n${nome}\n${email}\n`,
    messageId,
  };
}
