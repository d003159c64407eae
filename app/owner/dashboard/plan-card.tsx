import { Link } from "react-router";
import type { Account } from "../../accounts/account.server.ts";
import { PaymentNotices } from "../../accounts/payments/payment-notices.tsx";
import type { OwnPlan } from "../../accounts/plans/own-plan.ts";
import { PlanSentence } from "../../accounts/plans/plan-sentence.tsx";
import { PlanWays, PlanWords } from "../../accounts/plans/plan-words.tsx";
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

/** The whole plan, or what can't wait of it with the rest folded away. */
export function PlanCard({ account, plan }: PlanCardProps) {
  const { title, until, ads, cost, room, isUrgent, notices } = plan;
  const hasPlan = room !== null;
  const { postsCriados, postsPermitidos } = account;
  const creates = hasPlan && postsCriados < postsPermitidos && (
    <Link className="btn btn--line" to="/posts/create">
      Criar anúncio
    </Link>
  );
  return (
    <section
      className={`${styles.plan} ${isUrgent ? "" : styles.whole} water`}
      aria-labelledby="plano"
    >
      <h2 id="plano">{title}</h2>
      {!isUrgent && <Tank account={account} hasPlan={hasPlan} />}
      <div className={styles.words}>
        <PaymentNotices notices={notices} className={styles.notice} />
        {isUrgent ? <PlanWords until={until} ads={ads} cost={cost} /> : <PlanWords {...plan} />}
      </div>
      <div className={styles.actions}>
        <PlanWays plan={plan} dueClass={`btn ${styles.renew}`}>
          {!isUrgent && creates}
        </PlanWays>
        {isUrgent && hasPlan && (
          <details className={styles.rest}>
            <summary className="link">Mais sobre o plano</summary>
            <div className={styles.words}>
              <Tank account={account} hasPlan />
              <PlanWords room={room} />
              {creates}
            </div>
          </details>
        )}
      </div>
    </section>
  );
}

interface TankProps {
  account: Account;
  hasPlan: boolean;
}

/** Has one cell per listing that the plan allows (spec §6). */
function Tank({ account: { postsCriados, postsPermitidos }, hasPlan }: TankProps) {
  return (
    <div className={styles.use}>
      <b>
        {hasPlan && postsCriados <= postsPermitidos
          ? `${postsCriados} de ${countAds(postsPermitidos)}`
          : countAds(postsCriados)}
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
  );
}
