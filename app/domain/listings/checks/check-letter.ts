import { typed } from "../../../platform/mail/letter-words.ts";
import { greet, type WrittenLetter } from "../../../platform/mail/owner-words.ts";
import { formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/month.ts";

export interface EndingCheck {
  ownerName: string;
  title: string;
  /** First day on which the check no longer counts. */
  end: string;
  /** Zero or less once it has ended. */
  daysLeft: number;
}

/** `siteUrl` has no trailing slash. */
export function writeCheckLetter(
  { ownerName, title, end, daysLeft }: EndingCheck,
  siteUrl: string,
): WrittenLetter {
  const date = formatCivilDate(end);
  const [subject, when] =
    daysLeft > 0
      ? [`A marca “Conferido” do seu anúncio sai em ${date}`, `sai em ${date}, ${inDays(daysLeft)}`]
      : ["Seu anúncio no Mar de Minas não está mais conferido", `saiu em ${date}`];
  return {
    subject,
    button: { label: "Falar com a gente", url: `${siteUrl}/contato` },
    text: (theirs) => `${greet(theirs, ownerName)}

A marca “Conferido” vale por doze meses, e a do seu anúncio${theirs(` "${typed(title)}"`, "")} ${when}. O resto do anúncio fica como está.

Para renovar, responda a este e-mail ou fale com a gente, e combinamos um horário. É de graça:
${siteUrl}/contato

Tenha à mão um documento com foto, um papel do imóvel ou a autorização do dono, e o nome que o banco mostra a quem faz um Pix para você. Fazemos uma chamada de vídeo da casa, com a rua, a porta e a vista. O que conferimos:
${siteUrl}/anuncio-conferido

Mar de Minas
`,
  };
}
