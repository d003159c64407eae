import { Link } from "../../../platform/ui/link.tsx";
import type { OwnPlan } from "./own-plan.ts";
import styles from "./plan-words.module.css";

export interface PlanWaysProps {
  plan: OwnPlan;
  /** Class of the first link when the plan should be paid soon. */
  dueClass: string;
}

/** Links to pay for the plan or to ask for it, each carrying the request: the first is a button. */
export function PlanWays({ plan: { ways, isDue, isReported }, dueClass }: PlanWaysProps) {
  if (isReported) return <p>Seu aviso de pagamento chegou. Conferimos em até um dia útil.</p>;
  const shown = isDue ? ways : [];
  return (
    <div className={styles.ways}>
      {shown.map(({ label, href }, n) => (
        <WayLink key={href} href={href} className={n === 0 ? dueClass : "link"}>
          {label}
        </WayLink>
      ))}
      <Link className="link" to="/plans">
        Ver os planos
      </Link>
    </div>
  );
}

function WayLink({ href, ...props }: { href: string; className: string; children: string }) {
  return href.startsWith("/") ? <Link to={href} {...props} /> : <a href={href} {...props} />;
}
