import { isUuid } from "../../../platform/db/uuid.ts";
import { findOffer, type OfferId, planOffers } from "./plan-offers.ts";
import {
  formatPrice,
  freeMonths,
  isPaidPlan,
  isPaidTerm,
  type PaidTerm,
  planPrices,
  plans,
  planTerms,
} from "./plans.ts";

const purposes = ["renovar", "mudar", "mais", "encerrar"] as const;

/** To renew a plan, change to it, publish more ads than it allows, or settle it before leaving. */
type RequestPurpose = (typeof purposes)[number];

/** An advertiser's request to the operator, passed on to `/contato`, WhatsApp and Pix. */
export interface PlanRequest {
  plano?: OfferId | undefined;
  por?: PaidTerm | undefined;
  para?: RequestPurpose | undefined;
  /** Id of the listing that it is about. */
  anuncio?: string | undefined;
}

/** Address of the contact page with its message begun (`readPlanRequest`, `writeRequest`). */
export function contactPath({ plano, por, para, anuncio }: PlanRequest): string {
  const given = Object.entries({ plano, por, para, anuncio }).filter(([, value]) => value);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return query ? `/contato?${query}` : "/contato";
}

/** Reads the query of {@link contactPath}, without unknown parameters; null if nothing is left. */
export function readPlanRequest(query: URLSearchParams): PlanRequest | null {
  const [por, anuncio] = [query.get("por") ?? "", query.get("anuncio") ?? ""];
  const plano = findOffer(query.get("plano"))?.id;
  const request: PlanRequest = {
    plano,
    por: plano && isPaidPlan(plano) && isPaidTerm(por) ? por : undefined,
    para: purposes.find((purpose) => purpose === query.get("para")),
    anuncio: isUuid(anuncio) ? anuncio : undefined,
  };
  return Object.values(request).some(Boolean) ? request : null;
}

/**
 * Writes the request as a message to the operator. `siteUrl` has no trailing slash; `email` names the
 * account where the message itself doesn't, as in WhatsApp.
 */
export function writeRequest(request: PlanRequest, siteUrl: string, email?: string): string {
  const { anuncio } = request;
  return [
    `Olá! ${sayWish(request)}`,
    anuncio && `É sobre o anúncio ${siteUrl}/posts/${anuncio}`,
    email && `Minha conta no site: ${email}`,
  ]
    .filter(Boolean)
    .join("\n");
}

function sayWish({ plano, por, para, anuncio }: PlanRequest): string {
  const name = planOffers.find(({ id }) => id === plano)?.name;
  const term = plano && plano !== "gratis" && por ? sayTerm(plano, por) : "";
  switch (para) {
    case "mais":
      return `Quero publicar mais de ${plans.profissional.postsPermitidos} anúncios. Como fazemos?`;
    case "encerrar":
      return "Vou excluir a minha conta e quero antes acertar o meu plano.";
    case "renovar":
      return name ? `Quero renovar o plano ${name}${term}.` : "Quero renovar o meu plano.";
    case "mudar":
      if (name) return `Quero passar para o plano ${name}${term}.`;
  }
  if (plano === "gratis") {
    return `Quero anunciar no plano Grátis, com os ${freeMonths} meses grátis dos primeiros anunciantes.`;
  }
  if (name) return `Quero anunciar no plano ${name}${term}.`;
  return anuncio ? "Quero falar sobre um anúncio meu." : "Quero falar sobre o meu plano.";
}

/** Writes ", por 1 ano (R$ 250,00)". */
function sayTerm(plano: Exclude<OfferId, "gratis">, por: PaidTerm): string {
  return `, por ${planTerms[por].label} (${formatPrice(planPrices[plano][por])})`;
}
