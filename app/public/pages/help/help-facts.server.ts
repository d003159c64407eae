import { minPasswordLength } from "../../../domain/accounts/credentials.ts";
import { linkLifetimes } from "../../../domain/accounts/links/link-lifetimes.ts";
import { planOffers } from "../../../domain/accounts/plans/plan-offers.ts";
import {
  nothingUnasked,
  offerToFirst,
  startOfPlan,
  startOfPlanTerms,
} from "../../../domain/accounts/plans/plan-summary.ts";
import {
  countAds,
  describePrice,
  graceDays,
  isPaidPlan,
  plans,
  warningDays,
} from "../../../domain/accounts/plans/plans.ts";
import { draftDays } from "../../../domain/listings/drafts/draft-days.ts";
import { staleAfterDays } from "../../../domain/listings/freshness.ts";
import {
  heicMessage,
  maxPhotosPerListing,
  photoTooLargeMessage,
} from "../../../domain/photos/photo.ts";
import { invitationLinks } from "../../../domain/testimonials/testimonial-links.server.ts";
import { countOf } from "../../../platform/ui/words.ts";

/** Facts that differ between sites. */
export interface HelpSite {
  /** True where `PIX_*` is set. */
  takesPix: boolean;
  hasWhatsapp: boolean;
}

/** Facts that the help's texts take from the code, by their placeholders. */
export function findHelpFacts(site: HelpSite): Record<string, string> {
  return {
    MIN_PASSWORD: String(minPasswordLength),
    CONFIRMATION_TIME: linkLifetimes.emailConfirmation.words,
    RESET_TIME: linkLifetimes.passwordReset.words,
    CHANGE_TIME: linkLifetimes.emailChange.words,
    MAX_PHOTOS: String(maxPhotosPerListing),
    HEIC_MESSAGE: heicMessage,
    TOO_LARGE_MESSAGE: photoTooLargeMessage,
    DRAFT_DAYS: countOf(draftDays, "dia"),
    STALE_DAYS: countOf(staleAfterDays, "dia"),
    INVITATION_DAYS: countOf(invitationLinks.days, "dia"),
    PLAN_START: [startOfPlan, ...startOfPlanTerms].join(" "),
    FIRST_OFFER: offerToFirst,
    NOTHING_UNASKED: nothingUnasked,
    PRICES: listPrices(),
    PAYING: describePaying(site),
    WARNING_DAYS: countOf(warningDays, "dia"),
    GRACE_DAYS: countOf(graceDays, "dia"),
  };
}

function listPrices(): string {
  return planOffers
    .flatMap(({ id, name }) =>
      isPaidPlan(id)
        ? [`- ${name}, até ${countAds(plans[id].postsPermitidos)}: ${describePrice(id)}.`]
        : [],
    )
    .join("\n");
}

/** The ways that the site offers (`own-plan.ts`). */
function describePaying({ takesPix, hasWhatsapp }: HelpSite): string {
  const talk = hasWhatsapp
    ? "toque em **Pedir no WhatsApp**, em [Meus Anúncios](/dashboard): a mensagem já vai escrita, é só mandar"
    : "escreva pela página de [contato](/contato)";
  if (!takesPix) {
    return `Para pagar, ${talk}. A gente combina com você, e uma pessoa da equipe libera o plano.`;
  }
  return `Se o seu plano tem data para terminar, dá para pagar por aqui mesmo:

1. Em [Meus Anúncios](/dashboard) ou em [Planos](/plans), toque em **Pagar com Pix** e confira o plano e o prazo.
2. Toque em **Copiar código**. No app do seu banco, escolha “Pix copia e cola”.
3. O banco mostra em nome de quem está o Pix. Se for outro nome, não pague.
4. Pagou? Volte e toque em **Já paguei**. Uma pessoa confere o extrato e libera o plano em até um dia útil.

![Tela Pagar com Pix, com o código para copiar](pix)

Prefere combinar com gente? Então ${talk}.`;
}
