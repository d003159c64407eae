import { type LetterButton, quote } from "../../../platform/mail/letter-words.ts";
import { greet, type WrittenLetter } from "../../../platform/mail/owner-words.ts";
import { formatDay } from "../../calendar/civil-date.ts";
import { pixPath } from "../plans/own-plan.ts";
import { formatPrice } from "../plans/plans.ts";
import type { PlanOrder } from "./order.ts";
import { describeChoice } from "./plan-choice.ts";

type OrderedPlan = Pick<PlanOrder, "plano" | "por" | "cents" | "txid">;

/** To the operator. Says nothing of the advertiser, so that it may outlive the account. */
export function writeReportedLetter(
  order: OrderedPlan,
  siteUrl: string,
): { subject: string; text: string; button: LetterButton } {
  const price = formatPrice(order.cents);
  return {
    subject: `Pix de ${price} para conferir`,
    button: { label: "Conferir pagamentos", url: `${siteUrl}/operador/pagamentos` },
    text: `Um anunciante avisou que pagou ${price} por Pix: ${describeChoice(order)}.

No extrato do banco, procure o identificador ${order.txid}.
Depois confirme, ou diga que não chegou, em ${siteUrl}/operador/pagamentos

Mar de Minas
`,
  };
}

/** To the advertiser, whose payment the operator didn't find. */
export function writeMissingLetter(
  order: OrderedPlan & Pick<PlanOrder, "createdAt">,
  displayName: string,
  motivo: string,
  siteUrl: string,
): WrittenLetter {
  const price = formatPrice(order.cents);
  return {
    subject: `Não encontramos o seu Pix de ${price}`,
    button: { label: "Gerar outro código", url: `${siteUrl}${pixPath(order.plano, order.por)}` },
    text: (theirs) => `${greet(theirs, displayName)}

Conferimos o extrato e não encontramos o seu Pix de ${price}, do código de ${formatDay(order.createdAt)} (${describeChoice(order)}). O que houve:
${quote(motivo)}

Se você pagou, responda a este e-mail com o comprovante, e a gente resolve.
Se não pagou, gere outro código: ${siteUrl}${pixPath(order.plano, order.por)}

Mar de Minas
`,
  };
}
