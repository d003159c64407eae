import type { RouterContextProvider } from "react-router";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet } from "../../../platform/mail/owner-words.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { CurrentUser } from "../session-context.server.ts";

const factors = {
  passkey: "Uma chave de acesso foi criada",
  authenticator: "Um aplicativo de códigos foi ligado",
  codes: "Novos códigos de recuperação foram criados",
} as const;

/** Writes to the account's owner, who may not be the one who did it. */
export async function announceFactor(
  context: Readonly<RouterContextProvider>,
  { uid, email, displayName }: CurrentUser,
  factor: keyof typeof factors,
): Promise<void> {
  const { db, mailedSiteUrl } = context.get(siteContext);
  await queueAccountMail(db, uid, {
    to: email,
    subject: `${factors[factor]} na sua conta do Mar de Minas`,
    button: { label: "Abrir Minha conta", url: `${mailedSiteUrl}/minha-conta` },
    text: (theirs) => `${greet(theirs, displayName)}

${factors[factor]} na sua conta no Mar de Minas, com a senha dela. Se foi você, está tudo certo.

Se não foi, troque já a senha e apague o que não reconhecer, em Minha conta:

${mailedSiteUrl}/minha-conta

Mar de Minas
`,
  });
}
