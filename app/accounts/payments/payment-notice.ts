import { civilDateOf, formatCivilDate } from "../../calendar/civil-date.ts";
import { nextWorkday } from "../../calendar/workdays.ts";
import { formatPrice, type PaidPlanId, type PaidTerm } from "../plans/plan-prices.ts";
import { planTerms } from "../plans/plan-terms.ts";
import { plans } from "../plans/plans.ts";

/** A Pix that its advertiser has told of. */
export interface ToldPayment {
  orderId: string;
  plano: PaidPlanId;
  por: PaidTerm;
  /** Of BRL. */
  cents: number;
  toldAt: Date;
  /** Why it wasn't found; null while nobody has looked. */
  motivo: string | null;
}

/** What has become of a payment, as plain data for a page. */
export interface PaymentNotice extends Pick<ToldPayment, "orderId" | "plano" | "por"> {
  /** Late payments should have been looked for before. */
  kind: "waiting" | "late" | "missing";
  text: string;
  detail: string;
}

/** Those that wait for the operator, for whom the advertiser isn't asked to pay once more. */
export function awaited(notices: readonly PaymentNotice[]): PaymentNotice[] {
  return notices.filter(({ kind }) => kind !== "missing");
}

export function describePayment(
  { orderId, plano, por, cents, toldAt, motivo }: ToldPayment,
  day: string,
): PaymentNotice {
  const order = { orderId, plano, por };
  const price = formatPrice(cents);
  const what = `${plans[plano].title}, ${planTerms[por].label}`;
  if (motivo !== null) {
    return {
      ...order,
      kind: "missing",
      text: `Não encontramos o seu Pix de ${price} (${what}).`,
      detail: `Quem conferiu escreveu: “${motivo}” Se você pagou, mande o comprovante para a gente.`,
    };
  }
  const told = civilDateOf(toldAt);
  const until = nextWorkday(told);
  return until < day
    ? {
        ...order,
        kind: "late",
        text: `Seu aviso de ${price} chegou em ${formatCivilDate(told)}, e ainda não conferimos.`,
        detail: `É do ${what}. Desculpe a demora: fale com a gente.`,
      }
    : {
        ...order,
        kind: "waiting",
        text: `Seu aviso de ${price} chegou; conferimos até ${formatCivilDate(until)}.`,
        detail: `É do ${what}. Quando ele valer, você recebe um e-mail.`,
      };
}
