import { findAccount } from "../../accounts/account.server.ts";
import { describePrices, freeForFirst } from "../../accounts/plans/plan-offers.ts";
import { hasValidPlan } from "../../accounts/plans/plan-state.ts";
import { currentUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { PageHandle } from "../../delivery/public-page.ts";
import { siteContext } from "../../site/site.server.ts";
import { Link } from "../../ui/link.tsx";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { PlanCards } from "../plan-cards.tsx";
import type { Route } from "./+types/plans.ts";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true, isPersonalWithSession: true },
} satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const user = currentUser(context);
  const account = user && (await findAccount(context.get(siteContext).db, user.uid));
  return { ownPlan: account && hasValidPlan(account, today()) ? account.plano : null };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Planos para anunciar",
    description: `${freeForFirst}, ${describePrices()} ao mês. Anuncie seu rancho ou casa no Lago de Furnas, sem comissão.`,
  });
}

export default function Plans({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        title="Planos para anunciar"
        lead="Você paga pelo anúncio, nunca por reserva. O hóspede fala e acerta direto com você."
      />
      <PlanCards own={loaderData.ownPlan} />
      <p className="soft">
        Quer saber antes como é anunciar?{" "}
        <Link className="link" to="/comofunciona">
          Veja como funciona
        </Link>
      </p>
    </Page>
  );
}
