import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { PaymentNotices } from "../payments/payment-notices.tsx";
import type { OwnPlan } from "./own-plan.ts";
import type { PlanStory } from "./plan-story.ts";
import styles from "./plan-words.module.css";

type PlanWordsProps = Pick<PlanStory, "until" | "ads" | "cost" | "room">;

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

/** Sets dates in bold, and keeps the parts of a price on one line. */
export function PlanSentence({ children }: { children: string }) {
  return children.split(/(\d{2}\/\d{2}\/\d{4}|R\$ \d+,\d{2})/).map((part, n) => {
    if (n % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
    if (!part.startsWith("R$")) return <b key={n}>{part}</b>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
      <span key={n} className={styles.price}>
        {part}
      </span>
    );
  });
}

export interface PlanWaysProps {
  plan: OwnPlan;
  /** Class of the first link when the plan should be paid soon. */
  dueClass: string;
  /** Further buttons, after those to pay by. */
  children?: ReactNode;
}

/** Links to pay for the plan or to talk about it, each carrying what is asked for. */
export function PlanWays({ plan, dueClass, children }: PlanWaysProps) {
  const { ways, state, isDue, moreTo, more } = plan;
  const [first] = ways;
  const byPix = ways.find(({ kind }) => kind === "pix");
  const whatsapp = ways.find(({ kind }) => kind === "whatsapp");
  const contact = ways.find(({ kind }) => kind === "contact");
  const renewal = state.kind === "none" ? "Falar sobre o plano" : "Renovar o plano";
  return (
    <>
      {isDue && byPix && (
        <Link className={dueClass} to={byPix.href}>
          {byPix.label}
        </Link>
      )}
      {isDue && whatsapp && (
        <a className={whatsapp === first ? dueClass : "btn btn--line"} href={whatsapp.href}>
          {whatsapp.label}
        </a>
      )}
      {isDue && contact && contact === first && (
        <Link className={dueClass} to={contact.href}>
          {renewal}
        </Link>
      )}
      {children}
      {moreTo && (
        <Link className="btn btn--line" to={moreTo}>
          {more?.para === "mudar" ? "Passar para o Profissional" : "Falar com a gente"}
        </Link>
      )}
      {!isDue && byPix && (
        <Link className="btn btn--line" to={byPix.href}>
          {byPix.label}
        </Link>
      )}
      <span className={styles.others}>
        {isDue && contact && contact !== first && (
          <Link className="link" to={contact.href}>
            {renewal}
          </Link>
        )}
        <Link className="link" to="/plans">
          Ver os planos
        </Link>
      </span>
    </>
  );
}

/** A plan with its links, on a plain page. */
export function OwnPlanText({ plan }: { plan: OwnPlan }) {
  return (
    <div className={styles.plan}>
      <PlanWords {...plan} />
      <PaymentNotices notices={plan.notices} />
      <p className={styles.ways}>
        <PlanWays plan={plan} dueClass="btn" />
      </p>
    </div>
  );
}
