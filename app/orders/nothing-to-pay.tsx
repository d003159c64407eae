import type { OwnPlan } from "../accounts/plans/own-plan.ts";
import { pixPath } from "../accounts/plans/payment-ways.ts";
import { formatPrice, type PaidPlanId, planPrices } from "../accounts/plans/plan-prices.ts";
import { PlanSentence } from "../accounts/plans/plan-sentence.tsx";
import { planTerms } from "../accounts/plans/plan-terms.ts";
import { plans } from "../accounts/plans/plans.ts";
import { formatDay } from "../calendar/civil-date.ts";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { Link } from "../ui/link.tsx";
import styles from "./pix-payment.module.css";
import { PaidForm, type ShownOrder } from "./pix-payment.tsx";
import type { PlanChoice } from "./plan-choice.ts";

export const nothingToPay = "Não há nada a pagar agora";

export interface NothingToPayProps {
  choice: PlanChoice;
  plan: OwnPlan;
  payable: readonly PaidPlanId[];
  /** Made before the plan lost its end. */
  order: ShownOrder | null;
  outcome: FormOutcome | undefined;
}

/** In place of a code for the plan that one has without an end, which a payment would only give it. */
export function NothingToPay({ choice, plan, payable, order, outcome }: NothingToPayProps) {
  return (
    <div className={styles.payment}>
      {outcome?.message && (
        <p className="note note--earth" role="alert">
          {outcome.message}
        </p>
      )}
      <p className={styles.words}>
        <PlanSentence>{plan.cost}</PlanSentence>
      </p>
      <p className={styles.talk}>
        {plan.ways.map(({ kind, label, href }) =>
          kind === "whatsapp" ? (
            <a key={kind} className="btn btn--line" href={href}>
              {label}
            </a>
          ) : (
            <Link key={kind} className="btn btn--line" to={href}>
              {label}
            </Link>
          ),
        )}
      </p>
      {payable.map((plano) => (
        <p key={plano}>
          <PlanSentence>
            {`Prefere o ${plans[plano].title}? São ${formatPrice(planPrices[plano][choice.por])} por ${planTerms[choice.por].label}.`}
          </PlanSentence>{" "}
          <Link className="link" to={pixPath(plano, choice.por)}>
            Pagar com Pix
          </Link>
        </p>
      ))}
      {(order?.state === "open" || order?.state === "ended") && (
        <section className={styles.way} aria-labelledby="avisar">
          <h2 id="avisar">Você já pagou?</h2>
          <p className="soft">
            Se você pagou o código de {formatDay(order.createdAt)}, avise, e a gente confere.
          </p>
          <PaidForm id={order.id} label="Já paguei este código" />
        </section>
      )}
    </div>
  );
}
