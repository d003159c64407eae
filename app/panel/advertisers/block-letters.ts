import { quote } from "../../mail/letter-words.ts";
import { greet, type WrittenLetter } from "../../mail/owner-words.ts";

export function writeBlockLetter(
  event: "blocked" | "unblocked",
  name: string,
  reason: string,
  siteUrl: string,
): WrittenLetter {
  const { subject, label, path, body } = {
    blocked: {
      subject: "Sua conta no Mar de Minas foi bloqueada",
      label: "Falar com a gente",
      path: "/contato",
      body: `Bloqueamos a sua conta. Os seus anúncios saíram do ar, e por enquanto não é possível entrar.

O motivo:
${quote(reason)}

Nada foi apagado. Se acha que nos enganamos, responda a este e-mail ou escreva para a gente:
${siteUrl}/contato`,
    },
    unblocked: {
      subject: "Sua conta no Mar de Minas foi desbloqueada",
      label: "Entrar",
      path: "/login",
      body: `A sua conta está liberada, e os anúncios que o bloqueio tinha tirado do ar voltaram; se o plano terminou, voltam quando você renovar.

O que mudou:
${quote(reason)}

Para entrar:
${siteUrl}/login`,
    },
  }[event];
  return {
    subject,
    button: { label, url: siteUrl + path },
    text: (theirs) => `${greet(theirs, name)}\n\n${body}\n\nMar de Minas\n`,
  };
}
