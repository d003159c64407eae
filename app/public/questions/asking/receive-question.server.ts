import type { RouterContextProvider } from "react-router";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import {
  type AskResult,
  askQuestion,
  findAskable,
  noQuestions,
  noSuchListing,
  ownListing,
} from "../../../domain/questions/asking/ask.server.ts";
import type { QuestionInput } from "../../../domain/questions/asking/question-form.server.ts";
import { linkingSite } from "../../../platform/mail/signed-links.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  wide,
  wideNetwork,
} from "../../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";

const day = 24 * hour;

const questionsOfAddress: Limit = { name: "question-address", points: 10, duration: day };
/** Nobody may make the site write to one person more often, from however many addresses. */
const questionsOfEmail: Limit = { name: "question-email", points: 10, duration: day };
const questionsOfOwner: Limit = { name: "question-owner", points: 30, duration: hour };

const tooManyQuestions = refuse(
  "too-many-tries",
  "Você já enviou 10 perguntas hoje. Amanhã dá para enviar outras; até lá, ligue ou chame no WhatsApp.",
  { status: 429 },
);

const fullInbox = refuse(
  "too-many-tries",
  "Este anunciante recebeu muitas perguntas nesta hora. Tente de novo mais tarde, ligue ou chame no WhatsApp.",
  { status: 429 },
);

export async function receiveQuestion(
  context: Readonly<RouterContextProvider>,
  postId: string,
  input: QuestionInput,
): Promise<AskResult | Refusal<"too-many-tries">> {
  const { db, clientAddress, hashAddress } = context.get(siteContext);
  const listing = await findAskable(db, postId);
  if (!listing) return noSuchListing;
  if (listing.uid === currentUser(context)?.uid) return ownListing;
  if (!listing.recebePerguntas) return noQuestions;
  const isWithinOwn = await takeTry(context, [
    [questionsOfAddress, hashAddress("question", clientAddress)],
    // One customer may hold a whole /48, which the hash would hide.
    [wide(questionsOfAddress), hashAddress("question", wideNetwork(clientAddress))],
    [questionsOfEmail, input.email.toLowerCase()],
  ]);
  if (!isWithinOwn) return tooManyQuestions;
  if (!(await takeTry(context, [[questionsOfOwner, listing.uid]]))) return fullInbox;
  return askQuestion(linkingSite(context), listing, input);
}
