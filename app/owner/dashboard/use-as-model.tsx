import { Link } from "react-router";
import type { OwnPlan } from "../../accounts/plans/own-plan.ts";
import { contactPath } from "../../accounts/plans/plan-request.ts";
import { PlanSentence } from "../../accounts/plans/plan-sentence.tsx";
import { Icon } from "../../ui/icon.tsx";
import { createPathFrom } from "../editor/model/model-names.ts";
import styles from "./use-as-model.module.css";

export interface UseAsModelProps {
  id: string;
  titleId: string;
  /** The plan, if it has no room for another ad. */
  fullPlan: OwnPlan | null;
}

/** Begins an ad from another one, or says what to do first while the plan has no room for it. */
export function UseAsModel({ id, titleId, fullPlan }: UseAsModelProps) {
  const label = (
    <>
      <Icon name="copy" />
      Usar como modelo
    </>
  );
  if (!fullPlan) {
    return (
      <Link className="btn btn--line" to={createPathFrom(id)} aria-describedby={titleId}>
        {label}
      </Link>
    );
  }
  const { room, until, cost, more, moreTo } = fullPlan;
  const isUpgrade = more?.para === "mudar";
  return (
    <details className={styles.full}>
      <summary className="btn btn--line" aria-describedby={titleId}>
        {label}
      </summary>
      <div className={`note ${styles.note}`}>
        <p>
          <PlanSentence>{room ?? `${until} ${cost}`}</PlanSentence>
        </p>
        {moreTo && (
          <Link className="btn btn--line" to={moreTo}>
            {isUpgrade ? "Passar para o Profissional" : "Falar com a gente"}
          </Link>
        )}
        {moreTo && isUpgrade && (
          <Link className="link" to={contactPath({ plano: "profissional", para: "mais" })}>
            Falar com a gente
          </Link>
        )}
        {!moreTo && (
          <a className="link" href="#plano">
            Ver o meu plano
          </a>
        )}
      </div>
    </details>
  );
}
