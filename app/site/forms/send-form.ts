import { data, isRouteErrorResponse } from "react-router";
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
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    const formData = await kept.formData();
    const text = typeof message === "string" ? message : message(intentOf(formData));
    const outcome: FormOutcome<never> = describeOutcome(formData, refuse("failed", text));
    // An error status prevents a reload of the page, which would fail too.
    return data(outcome, { status: 503 });
  }
}
