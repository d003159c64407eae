import { atLocation } from "../../../domain/region/locations.ts";
import type { LandingPage } from "./landing-pages.server.ts";

type Described = Pick<LandingPage, "text" | "selection">;

/** A location in a sentence: "na Serra da Canastra". */
export function whereOf({ lugar }: LandingPage["text"]): string {
  return atLocation(lugar);
}

/** A page's heading: "Ranchos e casas com piscina na Serra da Canastra". */
export function headingOf({ text, selection }: Described): string {
  return ["Ranchos e casas", selection?.words, whereOf(text)].filter(Boolean).join(" ");
}

export function describeLanding({ text, selection }: Described): string {
  if (!selection) return text.resumo;
  return `Ranchos e casas ${selection.words} para alugar ${whereOf(text)}: fotos, preços e datas livres, direto com o dono.`;
}
