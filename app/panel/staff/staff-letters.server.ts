import type { Transaction } from "../../platform/db/client.server.ts";
import { typed } from "../../platform/mail/letter-words.ts";
import { queueAccountMail, queueOperatorMail } from "../../platform/mail/outbox.server.ts";
import { greet } from "../../platform/mail/owner-words.ts";

interface Member {
  id: string;
  email: string;
  displayName: string;
}

export interface StaffLetters {
  mailedSiteUrl: string;
  /** The site's own mailbox. */
  siteEmail: string;
}

const events = {
  added: {
    subject: "Você agora é da equipe do Mar de Minas",
    toSite: "entrou na equipe",
    text: (
      site: string,
    ) => `A sua conta agora abre o painel de quem cuida do site. Antes, ele pede uma senha de pelo menos 12 caracteres e um segundo fator: uma chave de acesso ou um aplicativo de códigos.

${site}/operador

Se você não sabe por quê, responda a esta mensagem.`,
  },
  reset: {
    subject: "Seu segundo fator no Mar de Minas foi apagado",
    toSite: "teve o segundo fator apagado, pelo terminal",
    text: (
      site: string,
    ) => `As chaves de acesso, o aplicativo de códigos e os códigos de recuperação da sua conta foram apagados, e os seus aparelhos saíram da conta. Entre de novo e crie outro segundo fator:

${site}/operador

Se você não pediu isso, responda a esta mensagem.`,
  },
} as const;

/** Writes to the person and the site's mailbox: either may not have asked for it. */
export async function announceStaffChange(
  tx: Transaction,
  { id, email, displayName }: Member,
  event: keyof typeof events,
  { mailedSiteUrl, siteEmail }: StaffLetters,
): Promise<void> {
  const { subject, text, toSite } = events[event];
  await queueAccountMail(tx, id, {
    to: email,
    subject,
    button: { label: "Abrir o painel", url: `${mailedSiteUrl}/operador` },
    text: (theirs) => `${greet(theirs, displayName)}\n\n${text(mailedSiteUrl)}\n\nMar de Minas\n`,
  });
  await queueOperatorMail(tx, {
    to: siteEmail,
    subject: "Mudou a equipe do site",
    text: `A conta ${typed(email)} ${toSite}.\n\nSe ninguém de vocês fez isso, confira quem tem acesso ao servidor.\n\nMar de Minas\n`,
  });
}
