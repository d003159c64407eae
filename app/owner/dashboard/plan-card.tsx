import { Link } from "react-router";
import type { Account } from "../../accounts/account.server.ts";
import { PaymentNotices } from "../../accounts/payments/payment-notices.tsx";
import type { OwnPlan } from "../../accounts/plans/own-plan.ts";
import { PlanSentence, PlanWays, PlanWords } from "../../accounts/plans/plan-words.tsx";
import { countAds } from "../../accounts/plans/plans.ts";
import styles from "./plan-card.module.css";

const maxCells = 12;

export interface PlanCardProps {
  account: Account;
  plan: OwnPlan;
}

/** The plan in a line, with the way to its card. */
export function PlanLine({ plan: { title, brief } }: { plan: OwnPlan }) {
  return (
    <p className="soft">
      {`${title}. `}
      <PlanSentence>{brief}</PlanSentence>.{" "}
      <a className="link" href="#plano">
        Ver o plano
      </a>
    </p>
  );
}

/** The tank has one cell per listing that the plan allows (spec §6). */
export function PlanCard({ account: { postsCriados, postsPermitidos }, plan }: PlanCardProps) {
  const hasPlan = plan.room !== null;
  return (
    <section className={`${styles.plan} water`} aria-labelledby="plano">
      <h2 id="plano">{plan.title}</h2>
      <div className={styles.use}>
        <b>
          {hasPlan ? `${postsCriados} de ${countAds(postsPermitidos)}` : countAds(postsCriados)}
        </b>
        {hasPlan && postsPermitidos <= maxCells && (
          <span className={styles.cells} aria-hidden="true">
            {Array.from({ length: postsPermitidos }, (_, cell) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
              <i key={cell} className={cell < postsCriados ? styles.full : undefined} />
            ))}
          </span>
        )}
      </div>
      <div className={styles.words}>
        <PlanWords {...plan} />
        <PaymentNotices notices={plan.notices} className={styles.notice} />
      </div>
      <div className={styles.actions}>
        <PlanWays plan={plan} dueClass={`btn ${styles.renew}`}>
          {hasPlan && postsCriados < postsPermitidos && (
            <Link className="btn btn--line" to="/posts/create">
              Criar anúncio
            </Link>
          )}
        </PlanWays>
      </div>
    </section>
  );
}
