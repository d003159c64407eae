import { greet, type WrittenLetter } from "../../../platform/mail/owner-words.ts";

const passkeyWords = {
  none: "",
  deleted:
    " As chaves de acesso que ela tinha foram apagadas: crie outra em Minha conta, se quiser.",
  retained:
    " As chaves de acesso continuam valendo: em Minha conta, apague as que você não reconhecer.",
} as const;

/** The letter after a change and after a reset, which both end the other sessions. */
export function writePasswordLetter(
  name: string,
  site: string,
  passkeys: keyof typeof passkeyWords,
): WrittenLetter {
  return {
    subject: "Sua senha no Mar de Minas foi trocada",
    button: { label: "Pedir uma nova senha", url: `${site}/login` },
    text: (theirs) => `${greet(theirs, name)}

A senha da sua conta no Mar de Minas acaba de ser trocada, e os outros aparelhos saíram da conta.${passkeyWords[passkeys]} Se foi você, está tudo certo.

Se não foi, peça agora uma nova senha: abra este endereço, escreva seu e-mail e toque em "Esqueci minha senha".

${site}/login

Mar de Minas
`,
  };
}
