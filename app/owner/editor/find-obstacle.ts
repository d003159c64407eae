import { abortAfter } from "../../platform/web/abort-after.ts";
import { draftPath } from "./drafts/draft-names.ts";

/**
 * Says why the form can't be sent now; null if the site would take it. A form that is sent leaves the page, and an
 * error or the login would take the place of what was typed.
 */
export async function findObstacle(): Promise<string | null> {
  try {
    const answer = await fetch(draftPath, { redirect: "manual", signal: abortAfter(20_000) });
    if (answer.status === 204) return null;
    if (answer.type === "opaqueredirect") {
      return "Você saiu da sua conta. Entre em outra aba e toque em Salvar de novo aqui.";
    }
  } catch {
    // The connection is lost.
  }
  return "Não conseguimos salvar agora. O que você escreveu continua aqui: confira a internet e tente de novo.";
}
