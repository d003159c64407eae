import { Link } from "react-router";
import type { Account } from "../../accounts/account.server.ts";
import { PaymentNotices } from "../../accounts/payments/payment-notices.tsx";
import type { OwnPlan } from "../../accounts/plans/own-plan.ts";
import { PlanWays, PlanWords } from "../../accounts/plans/plan-words.tsx";
import { countAds } from "../../accounts/plans/plans.ts";
import styles from "./plan-card.module.css";

export interface PlanLineProps {
  account: Account;
  plan: OwnPlan;
}

/** The plan in a line (spec §6). */
export function PlanLine({ account: { postsCriados, postsPermitidos }, plan }: PlanLineProps) {
  return (
    <p className="soft">
      {`${plan.title}, ${postsCriados} de ${countAds(postsPermitidos)}. `}
      <Link className="link" to="/plans">
        Ver os planos
      </Link>
    </p>
  );
}

/** A plan that can't wait, or a payment told of. */
export function PlanCard({ plan }: { plan: OwnPlan }) {
  const { title, until, ads, cost, notices } = plan;
  return (
    <section className={`${styles.plan} water`} aria-labelledby="plano">
      <h2 id="plano">{title}</h2>
      <div className={styles.words}>
        <PaymentNotices notices={notices} className={styles.notice} />
        <PlanWords until={until} ads={ads} cost={cost} />
      </div>
      <div className={styles.actions}>
        <PlanWays plan={plan} dueClass={`btn ${styles.renew}`} />
      </div>
    </section>
  );
}
