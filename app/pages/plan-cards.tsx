import type { OwnPlan } from "../accounts/plans/own-plan.ts";
import { pixPath } from "../accounts/plans/payment-ways.ts";
import { type PlanOffer, planOffers } from "../accounts/plans/plan-offers.ts";
import type { PaidPlanId } from "../accounts/plans/plan-prices.ts";
import { contactPath } from "../accounts/plans/plan-request.ts";
import { PlanWays } from "../accounts/plans/plan-words.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./plan-cards.module.css";

export interface PlanCardsProps {
  /** The reader's own plan; null if there is none. */
  plan: OwnPlan | null;
  /** Plans that the reader may pay by Pix. */
  byPix: readonly PaidPlanId[];
}

export function PlanCards({ plan, byPix }: PlanCardsProps) {
  const isPastOffers = plan?.isPastOffers === true;
  const offers = planOffers.filter(({ per }) => !isPastOffers || per !== null);
  return (
    <div className={styles.plans} data-planos={offers.length}>
      {offers.map((offer) => (
        <PlanCard
          key={offer.id}
          offer={offer}
          own={plan?.mark && plan.request.plano === offer.id ? plan : null}
          isFreeOffered={!isPastOffers}
          paid={byPix.find((plano) => plano === offer.id) ?? null}
        />
      ))}
    </div>
  );
}

interface PlanCardProps {
  offer: PlanOffer;
  /** The reader's plan if it is this one. */
  own: OwnPlan | null;
  isFreeOffered: boolean;
  /** Id of the plan if it can be paid by Pix. */
  paid: PaidPlanId | null;
}

function PlanCard({ offer, own, isFreeOffered, paid }: PlanCardProps) {
  const { id, name, about, carries, extras, free, price, per, below } = offer;
  const isBest = extras.length > 0;
  // A plan without an end is still to be asked for, like those of others.
  const isRenewed = own !== null && own.state.kind === "running";
  return (
    <section
      className={isBest ? `${styles.plan} ${styles.best}` : styles.plan}
      aria-labelledby={id}
    >
      <div className={styles.land}>
        <h2 id={id}>{name}</h2>
        {own && (
          <p className={styles.own}>
            <Icon name="check" />
            {own.mark}
          </p>
        )}
        <p>{about}</p>
        <FeatureList items={[...carries, ...extras]} />
      </div>
      <div className={`${styles.lake} water`}>
        {isFreeOffered && <p>{free}</p>}
        <p className={styles.pay}>
          <b>
            {price} {per && <small>{per}</small>}
          </b>
          <span>{below}</span>
        </p>
        {isRenewed ? (
          <div className={styles.ways}>
            <PlanWays
              plan={{ ...own, isDue: true, moreTo: null }}
              dueClass="btn btn--big"
              hasPlansLink={false}
            />
          </div>
        ) : (
          <>
            <Link className="btn btn--big" to={contactPath({ plano: id })}>
              Cadastrar<span className="visually-hidden"> no plano {name}</span>
            </Link>
            {paid && (
              <Link className={styles.pix} to={pixPath(paid, "mes")}>
                Pagar com Pix<span className="visually-hidden"> o plano {name}</span>
              </Link>
            )}
          </>
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
          <Icon name="check-bold" />
          {item}
        </li>
      ))}
    </ul>
  );
}
