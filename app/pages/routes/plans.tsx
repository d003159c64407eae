import { findAccount } from "../../accounts/account.server.ts";
import { listPaymentNotices } from "../../accounts/payments/payment-notices.server.ts";
import { PaymentNotices } from "../../accounts/payments/payment-notices.tsx";
import { describeOwnPlan } from "../../accounts/plans/own-plan.ts";
import { aboutFeatured, describePrices, freeForFirst } from "../../accounts/plans/plan-offers.ts";
import { listPayablePlans } from "../../accounts/plans/plan-sale.ts";
import { PlanSentence } from "../../accounts/plans/plan-sentence.tsx";
import {
  nothingUnasked,
  offerToFirst,
  startOfPlan,
  startOfPlanTerms,
} from "../../accounts/plans/plan-story.ts";
import { PlanWords } from "../../accounts/plans/plan-words.tsx";
import { currentUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { PageHandle } from "../../delivery/public-page.ts";
import { siteContext } from "../../site/site.server.ts";
import { HelpLink } from "../../ui/help/help-link.tsx";
import { Link } from "../../ui/link.tsx";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { PlanCards } from "../plan-cards.tsx";
import type { Route } from "./+types/plans.ts";
import styles from "./plans.module.css";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true, isPersonalWithSession: true },
} satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, pix } = site;
  const user = currentUser(context);
  const day = today();
  const [account, notices] = user
    ? await Promise.all([findAccount(db, user.uid), listPaymentNotices(db, user.uid, day)])
    : [null, []];
  return {
    plan: account && describeOwnPlan(account, day, site, notices),
    byPix: pix ? listPayablePlans(account, day) : [],
  };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Planos para anunciar",
    description: `${freeForFirst}, ${describePrices()} ao mês. Anuncie seu rancho ou casa no Lago de Furnas, sem comissão.`,
  });
}

export default function Plans({ loaderData: { plan, byPix } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        title="Planos para anunciar"
        lead="Você paga pelo anúncio, nunca por reserva. O hóspede fala e acerta direto com você."
      />
      {plan && (
        <section className={styles.own} aria-labelledby="seu-plano">
          <h2 id="seu-plano">Você hoje: {plan.title}</h2>
          <PaymentNotices notices={plan.notices} />
          <PlanWords {...plan} />
          <p>
            <Link className="link" to="/dashboard">
              Meus Anúncios
            </Link>
          </p>
        </section>
      )}
      <PlanCards plan={plan} byPix={byPix} />
      <p className={styles.featured}>
        {aboutFeatured}{" "}
        <Link className="link" to="/como-ordenamos">
          Como ordenamos
        </Link>
      </p>
      {!plan && (
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
      <p className="soft">
        Quer saber antes como é anunciar?{" "}
        <Link className="link" to="/comofunciona">
          Veja como funciona
        </Link>
      </p>
      <HelpLink to="planos">Ajuda com planos e pagamento</HelpLink>
    </Page>
  );
}
