import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { isCivilDate, parseCivilDate } from "../../calendar/civil-date.ts";
import { isPlanId, isPlanTerm, type PlanId, type PlanTerm } from "./plans.ts";

/** A grant to the end of a day, for a term, or without end (`{ ate: null }`). */
export interface PlanGrant {
  plano: PlanId;
  end: { ate: string | null } | { por: PlanTerm };
}

export type GrantField = "plano" | "ate" | "por";

/**
 * Reads a grant from the command line or the panel's form. At most one of the last day
 * (`YYYY-MM-DD` or `DD/MM/AAAA`) and the term may be given; empty means not given.
 */
export function readPlanGrant(
  input: {
    [field in GrantField]?: string | undefined;
  },
): { ok: true; grant: PlanGrant } | (Refusal & { field: GrantField }) {
  const { plano = "", ate = "", por = "" } = input;
  if (!isPlanId(plano)) {
    return refuseField("plano", "Escolha o plano: basico, profissional ou nenhum.");
  }
  if (ate !== "" && por !== "") return refuseField("por", "Diga a data ou o prazo, não os dois.");
  if (plano === "nenhum" && (ate !== "" || por !== "")) {
    return refuseField(ate === "" ? "por" : "ate", "Sem plano, não há prazo para marcar.");
  }
  if (por !== "") {
    return isPlanTerm(por)
      ? { ok: true, grant: { plano, end: { por } } }
      : refuseField("por", "Escolha o prazo: mes, ano, 30-dias ou 6-meses.");
  }
  if (ate === "") return { ok: true, grant: { plano, end: { ate: null } } };
  const day = isCivilDate(ate) ? ate : parseCivilDate(ate);
  return day
    ? { ok: true, grant: { plano, end: { ate: day } } }
    : refuseField("ate", `Não existe o dia "${ate}". Escreva como em 2026-12-31.`);
}

function refuseField(field: GrantField, message: string) {
  return { ...refuse("invalid", message), field };
}
