import type { posts } from "../../../platform/db/schema.ts";

/** Only the party that hid a listing shows it again. */
export type PausedBy = NonNullable<(typeof posts.$inferSelect)["pausedBy"]>;

export interface Pause {
  pausedAt: Date;
  pausedBy: PausedBy;
  pauseReason: string | null;
}

/** All null while visitors can see it. */
export interface PauseColumns {
  pausedAt: Date | null;
  pausedBy: PausedBy | null;
  pauseReason: string | null;
}

export function pauseOf({ pausedAt, pausedBy, pauseReason }: PauseColumns): Pause | null {
  return pausedAt && pausedBy ? { pausedAt, pausedBy, pauseReason } : null;
}

export function explainPause({ pausedBy, pauseReason }: Omit<Pause, "pausedAt">): string {
  switch (pausedBy) {
    case "owner":
      return "Ninguém vê este anúncio. Fotos, textos e calendário ficam guardados.";
    case "operator":
      return [
        "O Mar de Minas pausou este anúncio.",
        pauseReason && `Motivo: ${pauseReason.replace(/[.\s]+$/, "")}.`,
        "Depois de resolver, fale com a gente e ele volta como estava.",
      ]
        .filter(Boolean)
        .join(" ");
    case "plan":
      return "O plano terminou e o anúncio saiu do ar. Ele volta como estava quando você renovar o plano.";
    case "block":
      return "Sua conta está bloqueada e o anúncio saiu do ar. Fale com a gente.";
  }
}
