import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { PaymentNotices } from "../payments/payment-notices.tsx";
import type { OwnPlan } from "./own-plan.ts";
import type { PaymentWay } from "./payment-ways.ts";
import { PlanSentence } from "./plan-sentence.tsx";
import type { PlanStory } from "./plan-story.ts";
import styles from "./plan-words.module.css";

type PlanWordsProps = Partial<Pick<PlanStory, "until" | "ads" | "cost" | "room">>;

/** A plan in sentences: until when, what becomes of the ads, what it costs then, and room for more. */
export function PlanWords({ until, ads, cost, room }: PlanWordsProps) {
  return [until, ads, cost, room].map(
    (sentence) =>
      sentence && (
        <p key={sentence}>
          <PlanSentence>{sentence}</PlanSentence>
        </p>
      ),
  );
}

export interface PlanWaysProps {
  plan: OwnPlan;
  /** Class of the first link when the plan should be paid soon. */
  dueClass: string;
  /** False on the page of the plans. */
  hasPlansLink?: boolean;
  /** Further buttons, after the one to pay by. */
  children?: ReactNode;
}

/** Links to pay for the plan or to talk about it, each carrying what is asked for: the first is a button. */
export function PlanWays({ plan, dueClass, hasPlansLink = true, children }: PlanWaysProps) {
  const { ways, isDue, moreTo, more } = plan;
  const [first, ...others] = isDue ? ways : ways.filter(({ kind }) => kind === "pix");
  return (
    <>
      {first && <PlanWay plan={plan} way={first} className={isDue ? dueClass : "btn btn--line"} />}
      {children}
      <div className={styles.others}>
        {moreTo && (
          <Link className="link" to={moreTo}>
            {more?.para === "mudar" ? "Passar para o Profissional" : "Falar com a gente"}
          </Link>
        )}
        {others.length > 0 ? (
          <details className={styles.folded}>
            <summary className="link">Outras formas</summary>
            <p className={styles.others}>
              {others.map((way) => (
                <PlanWay key={way.kind} plan={plan} way={way} className="link" />
              ))}
              {hasPlansLink && <ToPlans />}
            </p>
          </details>
        ) : (
          hasPlansLink && <ToPlans />
        )}
      </div>
    </>
  );
}

function PlanWay({ plan, way, className }: { plan: OwnPlan; way: PaymentWay; className: string }) {
  const { kind, label, href } = way;
  if (kind === "whatsapp") {
    return (
      <a className={className} href={href}>
        {label}
      </a>
    );
  }
  const renewal = plan.state.kind === "none" ? "Falar sobre o plano" : "Renovar o plano";
  return (
    <Link className={className} to={href}>
      {kind === "contact" ? renewal : label}
    </Link>
  );
}

const ToPlans = () => (
  <Link className="link" to="/plans">
    Ver os planos
  </Link>
);

/** A plan with its links, on a plain page. */
export function OwnPlanText({ plan }: { plan: OwnPlan }) {
  return (
    <div className={styles.plan}>
      <PaymentNotices notices={plan.notices} />
      <PlanWords {...plan} />
      <div className={styles.ways}>
        <PlanWays plan={plan} dueClass="btn" />
      </div>
    </div>
  );
}
