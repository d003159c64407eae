import { data } from "react-router";
import { requireUser } from "../../accounts/session.server.ts";
import { refuseScript } from "../../site/forms/answer-forms.server.ts";
import { readForm } from "../../site/forms/read-form.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { receiveAnswer } from "../answering/answer.server.ts";
import { readAnswer } from "../question.ts";
import type { Route } from "./+types/answers.ts";

const noSuchAnswer = refuse("invalid", "Essa resposta não existe.");

/** Answers 404, because there is no page here. */
export function loader() {
  throw data(null, { status: 404 });
}

/** Takes the answers of the page's script, by question id. A refused one doesn't keep the others back. */
export async function action({ request, context }: Route.ActionArgs) {
  const { uid } = requireUser(context);
  const sent = [...(await readForm(request))];
  let refused: Refusal | null = sent.length === 0 ? noSuchAnswer : null;
  for (const [id, word] of sent) {
    const answer = readAnswer(String(word));
    if (!answer) return refuseScript(noSuchAnswer);
    const result = await receiveAnswer(context, uid, id, answer);
    if (!result.ok) refused = result;
  }
  return refused ? refuseScript(refused) : Response.json({ ok: true });
}
