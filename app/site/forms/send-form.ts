import { type DataStrategyResult, data } from "react-router";
import { showToast } from "../../ui/feedback/toast.tsx";
import { refuse } from "../refusal.ts";
import { describeOutcome, type FormOutcome, intentOf } from "./form-outcome.ts";

interface FormToSend<Answer> {
  request: Request;
  serverAction: () => Promise<Answer>;
}

/** If the site fails or can't be reached, the form keeps what was typed and shows the message. */
export async function sendForm<Answer>(
  { request, serverAction }: FormToSend<Answer>,
  message: string | ((intent: string) => string),
) {
  const kept = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (isAnswer(error)) throw error;
    const formData = await kept.formData();
    const text = typeof message === "string" ? message : message(intentOf(formData));
    const outcome: FormOutcome<never> = describeOutcome(formData, refuse("failed", text));
    return withoutReload(outcome);
  }
}

/**
 * Sends the form of a route that has no `clientAction` to say more: a toast says that it wasn't
 * sent, instead of an error page in the form's place.
 */
export async function keepUnsentForm(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  if (request.method === "GET") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type === "data" || isAnswer(result)) continue;
    const text = "Não conseguimos enviar. Confira a internet e tente de novo.";
    showToast({ kind: "error", text });
    results[route] = { type: "data", result: withoutReload(undefined) };
  }
  return results;
}

/** True for a redirect, or a refusal that the site explains; other errors have no status. */
function isAnswer(error: unknown): boolean {
  return Number((error as Partial<Response> | null)?.status) < 500;
}

/** An error status prevents a reload of the page, which would fail too. */
function withoutReload<Result>(result: Result) {
  return data(result, { status: 503 });
}
