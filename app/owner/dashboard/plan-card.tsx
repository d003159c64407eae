import type { Account } from "../../domain/accounts/account.server.ts";
import type { OwnPlan } from "../../domain/accounts/plans/own-plan.ts";
import { PlanSentence } from "../../domain/accounts/plans/plan-sentence.tsx";
import { PlanWays } from "../../domain/accounts/plans/plan-words.tsx";
import { countAds } from "../../domain/accounts/plans/plans.ts";
import { Link } from "../../platform/ui/link.tsx";
import styles from "./plan-card.module.css";

export interface PlanCardProps {
  account: Account;
  plan: OwnPlan;
}

/** The plan in a line; how to go on with it once that is due. */
export function PlanCard({ account, plan }: PlanCardProps) {
  const { title, until, isDue, isReported, isValid } = plan;
  const { postsCriados, postsPermitidos } = account;
  const use =
    isValid && postsCriados <= postsPermitidos
      ? `${postsCriados} de ${countAds(postsPermitidos)}`
      : countAds(postsCriados);
  const isCard = isDue || isReported;
  return (
    <section
      className={isCard ? `${styles.plan} water` : styles.line}
      aria-label="Seu plano"
      id="plano"
    >
      <p>
        <b>{title}</b>, {use}.{isCard && <PlanSentence>{` ${until}`}</PlanSentence>}
      </p>
      <PlanWays plan={plan} dueClass={`btn ${styles.renew}`} />
      {isValid && postsCriados > 0 && postsCriados < postsPermitidos && (
        <Link className="btn btn--line" to="/posts/create">
          Criar anúncio
        </Link>
      )}
    </section>
  );
}
