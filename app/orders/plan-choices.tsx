import { pixPath } from "../accounts/plans/payment-ways.ts";
import {
  formatPrice,
  type PaidPlanId,
  type PaidTerm,
  planPrices,
} from "../accounts/plans/plan-prices.ts";
import { contactPath } from "../accounts/plans/plan-request.ts";
import { planTerms } from "../accounts/plans/plan-terms.ts";
import { plans } from "../accounts/plans/plans.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./pix-payment.module.css";

export interface PlanChoicesProps {
  payable: readonly PaidPlanId[];
}

export function PlanChoices({ payable }: PlanChoicesProps) {
  const offered = Object.keys(planPrices) as PaidPlanId[];
  return (
    <div className={styles.choices}>
      {offered.map((plano) => (
        <section key={plano} aria-labelledby={plano}>
          <h2 id={plano}>{plans[plano].title}</h2>
          {payable.includes(plano) ? <Terms plano={plano} /> : <NoTerms plano={plano} />}
        </section>
      ))}
    </div>
  );
}

function Terms({ plano }: { plano: PaidPlanId }) {
  return (
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
  );
}

function NoTerms({ plano }: { plano: PaidPlanId }) {
  return (
    <>
      <p>É o seu plano de hoje. Não há nada a pagar agora, nem data para terminar.</p>
      <p className={styles.talk}>
        <Link className="link" to={contactPath({ plano })}>
          Fale com a gente
        </Link>
      </p>
    </>
  );
}
