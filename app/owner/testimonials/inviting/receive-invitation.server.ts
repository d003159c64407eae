import type { RouterContextProvider } from "react-router";
import { today } from "../../../domain/calendar/civil-date.ts";
import { markInviter } from "../../../domain/testimonials/inviter.server.ts";
import { hour, type Limit, takeTry, wideNetwork } from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { readPastStay } from "./invitation-form.ts";
import { inviteGuest } from "./invite.server.ts";

const invitationsOfListing: Limit = { name: "invitation-listing", points: 20, duration: 24 * hour };

const tooManyInvitations = refuse(
  "too-many-tries",
  "Você já gerou 20 convites para este anúncio hoje. Amanhã dá para gerar outros.",
  { status: 429 },
);

/** Invites a guest; the header marks the browser as the advertiser's, for `isInviter`. */
export async function receiveInvitation(
  context: Readonly<RouterContextProvider>,
  uid: string,
  postId: string,
  { entrada, saida }: { entrada: string; saida: string },
) {
  const { db, clientAddress, hashAddress } = context.get(siteContext);
  const read = readPastStay(entrada, saida, today());
  if (!read.ok) return read;
  if (!(await takeTry(context, [[invitationsOfListing, postId]]))) return tooManyInvitations;
  const network = hashAddress("testimonial", wideNetwork(clientAddress));
  const result = await inviteGuest(db, uid, postId, read.stay, network);
  if (!result.ok) return result;
  return { ...result, setCookie: await markInviter(context, uid) };
}
