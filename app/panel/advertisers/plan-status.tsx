import { planState } from "../../accounts/plans/plan-state.ts";
import type { IconName } from "../../ui/icon-names.ts";
import { countOf } from "../../ui/words.ts";
import { State, type StateLevel } from "../state.tsx";
import type { ListedAdvertiser } from "./advertisers.server.ts";

export function PlanStatus({ advertiser, today }: { advertiser: ListedAdvertiser; today: string }) {
  const status = describe(advertiser, today);
  if (!status) return null;
  const { text, icon, level } = status;
  return (
    <State icon={icon} level={level}>
      {text}
    </State>
  );
}

/** A plan that needs no attention has none. */
interface Status {
  text: string;
  icon: IconName;
  level: StateLevel;
}

const warningDays = 15;
const urgentDays = 5;

function describe(advertiser: ListedAdvertiser, today: string): Status | null {
  if (advertiser.blockedAt) return { text: "Bloqueado", icon: "x", level: "bad" };
  const state = planState(advertiser, today);
  switch (state.kind) {
    case "none":
      return { text: "Sem plano", icon: "pause", level: "neutral" };
    case "over":
      return { text: "Vencido, em pausa", icon: "pause", level: "neutral" };
    case "grace":
      return { text: "Vencido", icon: "circle-exclamation-point", level: "bad" };
    case "open":
      return null;
    case "running":
      if (state.daysLeft > warningDays) return null;
      return {
        text: countDays(state.daysLeft),
        icon: state.daysLeft > urgentDays ? "clock" : "circle-exclamation-point",
        level: state.daysLeft > urgentDays ? "warn" : "bad",
      };
  }
}

function countDays(days: number): string {
  return days === 0 ? "Vence hoje" : countOf(days, "dia");
}
