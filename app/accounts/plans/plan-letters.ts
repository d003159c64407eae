import { addDays, daysFrom, formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/day-words.ts";
import { greet, type LetterText } from "../../mail/owner-words.ts";
import { graceDays, type PlanLetter } from "./plan-state.ts";
import { findPlan } from "./plans.ts";

interface PlanOwner {
  displayName: string;
  plano: string;
  validoAte: string;
  postsCriados: number;
}

/** `siteUrl` has no trailing slash. */
export function writePlanLetter(
  letter: PlanLetter,
  { displayName, plano, validoAte, postsCriados }: PlanOwner,
  siteUrl: string,
  day: string,
): { subject: string; text: LetterText } {
  const end = formatCivilDate(validoAte);
  const title = findPlan(plano)?.title ?? "plano";
  const [subject, opening] = {
    "ends-soon": [
      `Seu plano no Mar de Minas vai até ${end}`,
      `Seu ${title} vai até ${end}, ${inDays(daysFrom(day, validoAte))}.`,
    ],
    "last-day": [
      "Hoje é o último dia do seu plano no Mar de Minas",
      `Hoje, ${end}, é o último dia do seu ${title}.`,
    ],
    ended: [
      `Seu plano no Mar de Minas terminou em ${end}`,
      `Seu ${title} terminou em ${end}. Para continuar anunciando, é só renovar.`,
    ],
  }[letter] as [string, string];
  return {
    subject,
    text: (theirs) => `${greet(theirs, displayName)}

${opening}

Para renovar, responda a este e-mail ou fale com a gente. É rápido${letter === "ended" ? "" : ", e os dias que faltam não se perdem"}:
${siteUrl}/contato

${adsAfter(letter, validoAte, postsCriados, day)}

Os planos e os preços: ${siteUrl}/plans

Mar de Minas
`,
  };
}

function adsAfter(letter: PlanLetter, validoAte: string, ads: number, day: string): string {
  const kept = "com fotos, textos e calendário guardados";
  if (ads === 0) return "Sem um plano não dá para publicar anúncios; sua conta continua como está.";
  const until = addDays(validoAte, graceDays);
  if (until < day) {
    return ads === 1
      ? `Seu anúncio está em pausa, ${kept}, e volta como estava quando você renovar.`
      : `Seus anúncios estão em pausa, ${kept}, e voltam como estavam quando você renovar.`;
  }
  const when = letter === "ended" ? "Enquanto isso" : "Se passar da data";
  return ads === 1
    ? `${when}, seu anúncio fica no ar até ${formatCivilDate(until)}. Depois entra em pausa,
${kept}, e volta como estava quando você renovar.`
    : `${when}, seus anúncios ficam no ar até ${formatCivilDate(until)}. Depois entram em pausa,
${kept}, e voltam como estavam quando você renovar.`;
}
