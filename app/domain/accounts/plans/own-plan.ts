import { whatsappLink } from "../../../platform/ui/forms/phone.ts";
import type { RequestSite } from "../../../platform/web/site.server.ts";
import { contactPath, writeRequest } from "./plan-request.ts";
import { type PlanFacts, type PlanSummary, summarizePlan } from "./plan-summary.ts";
import type { PaidPlanId, PaidTerm } from "./plans.ts";

interface PaymentWay {
  label: string;
  /** A path of this site, or the whole address of WhatsApp. */
  href: string;
}

/** An advertiser's plan and where its links lead, as plain data for a page. */
export interface OwnPlan extends PlanSummary {
  /** The quickest first; none while a payment waits for the operator. */
  ways: PaymentWay[];
  /** The advertiser has reported a payment. */
  isReported: boolean;
}

/** Address of the page with a plan's Pix code, which exists only where `PIX_*` is set. */
export function pixPath(plano: PaidPlanId, por: PaidTerm): string {
  return `/plans/pix?${new URLSearchParams({ plano, por })}`;
}

export function describeOwnPlan(
  account: PlanFacts & { email: string },
  day: string,
  site: Pick<RequestSite, "pix" | "contact" | "siteUrl">,
  isReported: boolean,
): OwnPlan {
  const summary = summarizePlan(account, day);
  return { ...summary, isReported, ways: isReported ? [] : listWays(summary, account.email, site) };
}

/** Pix where the site takes it and the plan has an end, and one way to ask for the plan. */
function listWays(
  { request, state }: PlanSummary,
  email: string,
  { pix, contact: { whatsapp }, siteUrl }: Pick<RequestSite, "pix" | "contact" | "siteUrl">,
): PaymentWay[] {
  const byPix = { label: "Pagar com Pix", href: pixPath(request.plano, "mes") };
  const ask = whatsapp
    ? {
        label: "Pedir no WhatsApp",
        href: whatsappLink(whatsapp, writeRequest(request, siteUrl, email)),
      }
    : {
        label: state.kind === "none" ? "Falar sobre o plano" : "Renovar o plano",
        href: contactPath(request),
      };
  return pix && state.kind !== "open" ? [byPix, ask] : [ask];
}
