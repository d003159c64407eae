import { type DataStrategyResult, data } from "react-router";
import { showToast } from "../../ui/feedback/toast.ts";
import { noteAnswer } from "../../ui/shell/page-focus.ts";

/**
 * Sends the form of a route that has no `clientAction` to say more: a toast says that it wasn't
 * sent, instead of an error page in the form's place. All pages load this module, and so it is small.
 */
export async function keepUnsentForm(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  if (request.method === "GET") return results;
  noteAnswer();
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type === "data" || isAnswer(result)) continue;
    const text = "Não conseguimos enviar. Confira a internet e tente de novo.";
    showToast({ kind: "error", text });
    results[route] = { type: "data", result: withoutReload(undefined) };
  }
  return results;
}

/** True for a redirect, or a refusal that the site explains; other errors have no status. */
export function isAnswer(error: unknown): boolean {
  return Number((error as Partial<Response> | null)?.status) < 500;
}

/** An error status prevents a reload of the page, which would fail too. */
export function withoutReload<Result>(result: Result) {
  return data(result, { status: 503 });
}
