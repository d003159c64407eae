import { monthName, monthOf } from "../../domain/calendar/month.ts";
import type { SceneName } from "../../platform/ui/pictures/scene-names.ts";

export interface Coming {
  title: string;
  image: SceneName;
  next: { to: string; text: string };
}

/** First day of the month in which these pages are to open; until then they name it. */
const plannedFor = "2027-03-01";

/** Month such as "março de 2027"; null once it has come. */
export function openingMonth(day: string): string | null {
  return day < plannedFor ? monthName(monthOf(plannedFor)) : null;
}

const blog = { to: "/blog", text: "Ler o blog" };
const places = { to: "/onde-visitar", text: "Onde visitar" };
const contact = { to: "/contato", text: "Falar com a gente" };

/** Pages to come, by path (spec §2). */
export const coming: Record<string, Coming> = {
  roteiros: { title: "Roteiros", image: "lago-amanhecer", next: blog },
  "passeios-lancha": { title: "Passeios de lancha", image: "lancha", next: places },
  "passeio-4x4": { title: "Passeio 4x4", image: "serra-estrada", next: places },
  restaurantes: { title: "Restaurantes", image: "cozinha", next: contact },
  "servicos-mecanica": { title: "Serviços de mecânica", image: "pier", next: contact },
};
