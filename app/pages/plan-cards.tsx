import { pixPath } from "../accounts/plans/payment-ways.ts";
import { type PlanOffer, planOffers } from "../accounts/plans/plan-offers.ts";
import type { PaidPlanId } from "../accounts/plans/plan-prices.ts";
import { contactPath } from "../accounts/plans/plan-request.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./plan-cards.module.css";

export interface PlanCardsProps {
  /** Id of the reader's own plan; null if there is none. */
  own: string | null;
  /** Plans that the reader may pay by Pix. */
  byPix: readonly PaidPlanId[];
}

export function PlanCards({ own, byPix }: PlanCardsProps) {
  return (
    <div className={styles.plans}>
      {planOffers.map((offer) => (
        <PlanCard key={offer.id} offer={offer} own={own} byPix={byPix} />
      ))}
    </div>
  );
}

function PlanCard({ offer, own, byPix }: { offer: PlanOffer } & PlanCardsProps) {
  const { id, name, about, carries, extras, free, price, per, below } = offer;
  const isOwn = id === own;
  const paid = byPix.find((plano) => plano === id);
  return (
    <section
      className={extras.length > 0 ? `${styles.plan} ${styles.best}` : styles.plan}
      aria-labelledby={id}
    >
      <div className={styles.land}>
        <h2 id={id}>{name}</h2>
        {isOwn && (
          <p className={styles.own}>
            <Icon name="check" />
            Seu plano
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
        <Link className="btn btn--big" to={contactPath({ plano: id })}>
          Cadastrar<span className="visually-hidden"> no plano {name}</span>
        </Link>
        {paid && (
          <Link className={styles.pix} to={pixPath(paid, "mes")}>
            Pagar com Pix<span className="visually-hidden"> o plano {name}</span>
          </Link>
        )}
      </div>
    </section>
  );
}

function FeatureList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" />
          {item}
        </li>
      ))}
    </ul>
  );
}
