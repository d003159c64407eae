import type { QueueStatus } from "./change-queue.ts";

/** A page's words for changes on their way. */
export interface Said {
  tone: "good" | "busy" | "bad";
  text: string;
}

interface UnsentWords {
  /** Words such as "Não salvo". */
  failed: string;
  /** Says what will happen once there is a connection: "Salvamos". */
  later: string;
  /** The amount that waits: "3 dias". */
  waiting: string;
}

/** Says why changes didn't reach the site, and what becomes of them. */
export function describeUnsent(
  status: Exclude<QueueStatus, { kind: "idle" | "saving" | "saved" }>,
  { failed, later, waiting }: UnsentWords,
  isOnline: boolean,
): Said {
  const texts = {
    waiting: isOnline
      ? `${failed}: ${waiting} esperando. Vamos tentar de novo.`
      : `Sem internet: ${waiting} esperando. ${later} quando a conexão voltar.`,
    "logged-out": `${failed}: entre de novo. ${waiting} esperando neste aparelho.`,
    intercepted: `${failed}: a conexão recusou o pedido. ${waiting} esperando neste aparelho.`,
  };
  const text = status.kind === "refused" ? `${failed}: ${status.message}` : texts[status.kind];
  return { tone: "bad", text };
}
