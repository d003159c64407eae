import { quote, typed } from "../platform/mail/letter-words.ts";
import { greet, type WrittenLetter } from "../platform/mail/owner-words.ts";

const contest = {
  next: "Se acha que nos enganamos, responda a este e-mail ou escreva para a gente:",
  label: "Falar com a gente",
  path: "/contato",
};

const ownAds = { label: "Ver Meus Anúncios", path: "/dashboard" };

/** Texts of the letters by verdict; `ad` is empty, or the ad's title in quotation marks. */
const verdicts = {
  blocked: {
    ...contest,
    subject: "Sua conta no Mar de Minas foi bloqueada",
    says: () =>
      "Bloqueamos a sua conta. Os seus anúncios saíram do ar, e por enquanto não é possível entrar. Nada foi apagado.",
  },
  unblocked: {
    subject: "Sua conta no Mar de Minas foi desbloqueada",
    says: () =>
      "A sua conta está liberada, e os anúncios que o bloqueio tinha tirado do ar voltaram; se o plano terminou, voltam quando você renovar.",
    next: "Para entrar:",
    label: "Entrar",
    path: "/login",
  },
  paused: {
    ...ownAds,
    subject: "Seu anúncio no Mar de Minas está em pausa",
    says: (ad: string) => `Pausamos o seu anúncio${ad}. Por enquanto, só você o vê.`,
    next: "Depois de corrigir, ou se acha que nos enganamos, responda a este e-mail. Ele continua em Meus Anúncios, com tudo o que você escreveu:",
  },
  resumed: {
    ...ownAds,
    subject: "Seu anúncio no Mar de Minas voltou ao ar",
    says: (ad: string) => `O seu anúncio${ad} está no ar de novo, como estava antes da pausa.`,
    next: "Veja em Meus Anúncios:",
  },
  removed: {
    ...contest,
    subject: "Seu anúncio no Mar de Minas foi removido",
    says: (ad: string) => `Removemos o seu anúncio${ad}, com as fotos.`,
  },
};

interface Judged {
  displayName: string;
  title?: string;
}

/** Writes to an advertiser about the operator's decision on their account or ad. */
export function writeVerdict(
  verdict: keyof typeof verdicts,
  { displayName, title = "" }: Judged,
  reason: string,
  siteUrl: string,
): WrittenLetter {
  const { subject, says, next, label, path } = verdicts[verdict];
  const url = siteUrl + path;
  const why = reason && `O motivo:\n${quote(reason)}\n\n`;
  return {
    subject,
    button: { label, url },
    text: (theirs) =>
      `${greet(theirs, displayName)}

${says(theirs(title && ` "${typed(title)}"`, ""))}

${why}${next}
${url}

Mar de Minas
`,
  };
}
