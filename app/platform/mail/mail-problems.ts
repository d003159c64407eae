/**
 * A server refused the letter or its address for good (RFC 5321, 5xx), in the words of nodemailer. Refusals
 * because of the sender (RFC 3463, x.7) or a full mailbox (x.2.2) don't count, since they end one day.
 */
export const refusedForGood =
  /^(?:Can't send mail - all recipients were rejected|Message failed): 5\d\d(?![- ]5\.(?:7\.|2\.2))/;

/** Stored for an unsolicited letter held back from a dead mailbox; must not match {@link refusedForGood}. */
export const deadMailbox = "Este endereço recusou uma carta nossa, e não pediu outra desde então.";

const words: [RegExp, string][] = [
  [
    /(?:rejected|^Message failed): 5\d\d[- ]5\.7\./,
    "O servidor de quem recebe recusa cartas deste site: confira SPF e DKIM, e se o servidor de e-mail está em uma lista de bloqueio.",
  ],
  [/: 5\d\d[- ]5\.2\.2/, "A caixa de quem recebe está cheia."],
  [
    /^Can't send mail - all recipients were rejected: 5/,
    "O servidor de quem recebe recusa este endereço: ele não existe mais, ou não recebe.",
  ],
  [/^Message failed: 5/, "O servidor de quem recebe recusou a mensagem."],
  [/: 4\d\d/, "O servidor de quem recebe pediu para tentar mais tarde."],
  [
    /wrong version number/,
    "O servidor não espera TLS nesta porta: na 587, SMTP_URL começa com smtp://, e na 465 com smtps://.",
  ],
  [
    /^gave up after|^Greeting never received|^Connection timeout/,
    "O servidor de e-mail não respondeu a tempo.",
  ],
  [
    /invalid login|\b535\b|EAUTH/i,
    "O servidor de e-mail não aceitou o usuário ou a senha de SMTP_URL.",
  ],
  [
    /self-signed|certificate|altnames/i,
    "O certificado do servidor de e-mail não vale. Se ele está nesta máquina, ponha ?ignoreTLS=true no fim de SMTP_URL.",
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EDNS/,
    "Não chegamos ao servidor de SMTP_URL: confira o nome, a porta e a rede.",
  ],
];

/** Says in words why a letter wasn't sent, with what the server answered. */
export function describeMailProblem(lastError: string): string {
  const [, sentence] = words.find(([pattern]) => pattern.test(lastError)) ?? [];
  return sentence ? `${sentence} (${lastError})` : lastError;
}

/** The end of a sentence about SMTP_URL; null if nodemailer reads it as it is meant. */
export function findSmtpProblem(url: string): string | null {
  const [, scheme, rest = ""] = /^(smtps?):\/\/(.*)$/is.exec(url) ?? [];
  const shape = "precisa ser um endereço smtp://usuário:senha@servidor:porta.";
  if (!scheme) return shape;
  const credentials = rest.slice(0, Math.max(rest.lastIndexOf("@"), 0));
  const [sign] = /[#/?@[\]\s]|%(?![0-9a-f]{2})/i.exec(credentials) ?? [];
  if (sign) {
    return `tem "${sign}" no usuário ou na senha: escreva ${encodeURIComponent(sign)} no lugar.`;
  }
  if (!URL.canParse(url) || new URL(url).hostname === "") return shape;
  return scheme.toLowerCase() === "smtp" && new URL(url).port === "465"
    ? "usa a porta 465, em que o endereço começa com smtps://."
    : null;
}
