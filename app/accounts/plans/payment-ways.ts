import { whatsappLink } from "../../ui/forms/phone.ts";
import type { PaidPlanId, PaidTerm } from "./plan-prices.ts";
import { contactPath, writeRequest } from "./plan-request.ts";
import type { PlanStory } from "./plan-story.ts";

export interface PaymentWay {
  kind: "pix" | "whatsapp" | "contact";
  label: string;
  /** A path of this site, or the whole address of WhatsApp. */
  href: string;
}

export interface PaymentSite {
  /** True where `PIX_*` is set. */
  pix: boolean;
  /** Digits; null if the site has none. */
  whatsapp: string | null;
  /** No trailing slash. */
  siteUrl: string;
}

/** Address of the page with a plan's Pix code, which exists only where `PIX_*` is set. */
export function pixPath(plano: PaidPlanId, por: PaidTerm): string {
  return `/plans/pix?${new URLSearchParams({ plano, por })}`;
}

/** Address of what became of the latest confirmed payment of the plan, wherever the plan has gone since. */
export function receiptPath(plano: PaidPlanId, por: PaidTerm): string {
  return `${pixPath(plano, por)}&recibo=sim`;
}

/**
 * Ways to pay for a plan, the quickest first: Pix where the site takes it and the plan has an end, WhatsApp
 * where it has a number, and always the contact form. Each carries what is asked for, a month unless
 * said otherwise; WhatsApp also the `email` of the account.
 */
export function paymentWays(
  { request, state }: Pick<PlanStory, "request" | "state">,
  { pix, whatsapp, siteUrl }: PaymentSite,
  email?: string,
): PaymentWay[] {
  const { plano, por = "mes" } = request;
  const ways: PaymentWay[] = [];
  if (pix && state.kind !== "open")
    ways.push({ kind: "pix", label: "Pagar com Pix", href: pixPath(plano, por) });
  if (whatsapp) {
    const href = whatsappLink(whatsapp, writeRequest(request, siteUrl, email));
    ways.push({ kind: "whatsapp", label: "Pedir no WhatsApp", href });
  }
  ways.push({ kind: "contact", label: "Escrever para a gente", href: contactPath(request) });
  return ways;
}
