import { pixPath } from "../accounts/plans/own-plan.ts";
import {
  formatPrice,
  type PaidPlanId,
  type PaidTerm,
  planPrices,
} from "../accounts/plans/plan-prices.ts";
import { planTerms } from "../accounts/plans/plan-terms.ts";
import { plans } from "../accounts/plans/plans.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./pix-payment.module.css";

export function PlanChoices() {
  return (
    <div className={styles.choices}>
      {(Object.keys(planPrices) as PaidPlanId[]).map((plano) => (
        <section key={plano} aria-labelledby={plano}>
          <h2 id={plano}>{plans[plano].title}</h2>
          <ul>
            {(Object.keys(planPrices[plano]) as PaidTerm[]).map((por) => (
              <li key={por}>
                <Link to={pixPath(plano, por)}>
                  <span>
                    {planTerms[por].label}
                    <span className="visually-hidden"> do {plans[plano].title}</span>
                  </span>
                  <b>{formatPrice(planPrices[plano][por])}</b>
                  <Icon name="arrow-right" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
