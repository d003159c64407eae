import { pixPath } from "../../domain/accounts/plans/own-plan.ts";
import { type PlanOffer, planOffers } from "../../domain/accounts/plans/plan-offers.ts";
import { contactPath } from "../../domain/accounts/plans/plan-request.ts";
import { isPaidPlan } from "../../domain/accounts/plans/plans.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import styles from "./plan-cards.module.css";

export interface PlanCardsProps {
  /** The reader's own plan, and what to mark it with. */
  own: { plano: string; mark: string } | null;
  /** True of somebody who has logged in. */
  isMember: boolean;
  takesPix: boolean;
}

export function PlanCards({ own, isMember, takesPix }: PlanCardsProps) {
  return (
    <div className={styles.plans}>
      {planOffers.map((offer) => (
        <PlanCard
          key={offer.id}
          offer={offer}
          mark={own?.plano === offer.id ? own.mark : null}
          isMember={isMember}
          takesPix={takesPix}
        />
      ))}
    </div>
  );
}

interface PlanCardProps extends Pick<PlanCardsProps, "isMember" | "takesPix"> {
  offer: PlanOffer;
  mark: string | null;
}

function PlanCard({ offer, mark, isMember, takesPix }: PlanCardProps) {
  const { id, name, about, carries, extras, free, price, per, below } = offer;
  const isBest = extras.length > 0;
  const paysByPix = takesPix && isPaidPlan(id);
  const isPixFirst = paysByPix && isMember;
  const register = (
    <Link className={isPixFirst ? styles.quiet : "btn btn--big"} to={contactPath({ plano: id })}>
      Cadastrar<span className="visually-hidden"> no plano {name}</span>
    </Link>
  );
  return (
    <section
      className={isBest ? `${styles.plan} ${styles.best}` : styles.plan}
      aria-labelledby={id}
    >
      <div className={styles.land}>
        <h2 id={id}>{name}</h2>
        {mark && (
          <p className={styles.own}>
            <Icon name="check" />
            {mark}
          </p>
        )}
        <p>{about}</p>
        <FeatureList items={[...carries, ...extras]} />
      </div>
      <div className={`${styles.lake} water`}>
        <p>{free}</p>
        <p className={styles.pay}>
          <b>
            {price} {per && <small>{per}</small>}
          </b>
          <span>{below}</span>
        </p>
        {!isPixFirst && register}
        {paysByPix && (
          <Link className={isPixFirst ? "btn btn--big" : styles.quiet} to={pixPath(id, "mes")}>
            Pagar com Pix<span className="visually-hidden"> o plano {name}</span>
          </Link>
        )}
        {isPixFirst && register}
      </div>
    </section>
  );
}

function FeatureList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check-bold" />
          {item}
        </li>
      ))}
    </ul>
  );
}
