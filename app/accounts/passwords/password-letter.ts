import { greet, type WrittenLetter } from "../../mail/owner-words.ts";

/** The letter after a change and after a reset, which both end the other sessions, and a reset the passkeys. */
export function writePasswordLetter(
  name: string,
  site: string,
  { hadPasskeys = false } = {},
): WrittenLetter {
  return {
    subject: "Sua senha no Mar de Minas foi trocada",
    button: { label: "Pedir uma nova senha", url: `${site}/login` },
    text: (theirs) => `${greet(theirs, name)}

A senha da sua conta no Mar de Minas acaba de ser trocada, e os outros aparelhos saíram da conta.${hadPasskeys ? " As chaves de acesso que ela tinha foram apagadas: crie outra em Minha conta, se quiser." : ""} Se foi você, está tudo certo.

Se não foi, peça agora uma nova senha: abra este endereço, escreva seu e-mail e toque em "Esqueci minha senha".

${site}/login

Mar de Minas
`,
  };
}
