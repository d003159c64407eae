import { refuse } from "../../../platform/web/refusal.ts";

/** Why a listing is hidden: its owner paused or deleted it, or the staff took it down. */
export type Absence = "paused" | "deleted" | "withdrawn";

/** The sentence for visitors in each case; blames nobody. */
export const absenceWords: Readonly<Record<Absence, { title: string; text: string }>> = {
  paused: { title: "Este anúncio está em pausa", text: "Ele pode voltar em breve." },
  deleted: { title: "Este anúncio saiu do ar", text: "Ele não está mais no site." },
  withdrawn: {
    title: "Este anúncio saiu do ar",
    text: withdrawnWords(true),
  },
};

/** The sentence for visitors about ads that the staff took down. */
export function withdrawnWords(isOne: boolean): string {
  return `Nós ${isOne ? "o" : "os"} retiramos. Se você combinou algo com quem anunciava, não pague sem conferir.`;
}

/** The listing is missing, malformed or another advertiser's (spec §2). */
export const listingNotFound = refuse("not-found", "Erro ao carregar o post!", { status: 404 });
