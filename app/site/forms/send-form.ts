import { refuse } from "../refusal.ts";
import { describeOutcome, type FormOutcome, intentOf, lostReason } from "./form-outcome.ts";
import { isAnswer, withoutReload } from "./keep-unsent-form.ts";

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
    // Other errors have a status.
    const isLost = error instanceof TypeError;
    const isSaid = !isLost || text.includes("internet");
    const sentence = isSaid ? text : `Parece que você está sem internet. ${text}`;
    const refusal = refuse(isLost ? lostReason : "failed", sentence);
    const outcome: FormOutcome<never> = describeOutcome(formData, refusal);
    return withoutReload(outcome);
  }
}
