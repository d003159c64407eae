import { findAccount } from "../../../domain/accounts/account.server.ts";
import {
  aboutFeatured,
  describePrices,
  freeForFirst,
} from "../../../domain/accounts/plans/plan-offers.ts";
import { PlanSentence } from "../../../domain/accounts/plans/plan-sentence.tsx";
import {
  nothingUnasked,
  offerToFirst,
  startOfPlan,
  startOfPlanTerms,
} from "../../../domain/accounts/plans/plan-summary.ts";
import { type PlanDates, planState } from "../../../domain/accounts/plans/plans.ts";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { formatCivilDate, today } from "../../../domain/calendar/civil-date.ts";
import { Link } from "../../../platform/ui/link.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { PlanCards } from "../plan-cards.tsx";
import type { Route } from "./+types/plans-page.ts";
import styles from "./plans-page.module.css";

export const handle = {
  // Marks the visitor's own plan.
  publicPage: { inSitemap: true, readQuery: () => null },
} satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, pix } = context.get(siteContext);
  const user = currentUser(context);
  const account = user && (await findAccount(db, user.uid));
  return { own: account && markOwn(account), isMember: user !== null, takesPix: pix !== null };
}

/** Marks the card of the visitor's own plan. */
function markOwn({ plano, ...dates }: PlanDates) {
  const state = planState({ plano, ...dates }, today());
  if (state.kind !== "open" && state.kind !== "running") return null;
  const until = state.kind === "running" ? `, até ${formatCivilDate(state.until)}` : "";
  return { plano, mark: `Seu plano${until}` };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Planos para anunciar",
    description: `${freeForFirst}, ${describePrices()} ao mês. Anuncie seu rancho ou casa no Lago de Furnas, sem comissão.`,
  });
}

export default function Plans({ loaderData: { own, isMember, takesPix } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        title="Planos para anunciar"
        lead="Você paga pelo anúncio, nunca por reserva. O hóspede fala e acerta direto com você."
      />
      <PlanCards own={own} isMember={isMember} takesPix={takesPix} />
      <p className={styles.featured}>
        {aboutFeatured}{" "}
        <Link className="link" to="/como-ordenamos">
          Como ordenamos
        </Link>
      </p>
      {!isMember && (
        <section className={styles.own} aria-labelledby="como-comeca">
          <h2 id="como-comeca">Como começa</h2>
          <p>{startOfPlan}</p>
          {[startOfPlanTerms.join(" "), `${offerToFirst} ${nothingUnasked}`].map((sentences) => (
            <p key={sentences}>
              <PlanSentence>{sentences}</PlanSentence>
            </p>
          ))}
        </section>
      )}
    </Page>
  );
}
