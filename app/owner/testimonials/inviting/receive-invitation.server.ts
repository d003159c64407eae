import { createCookie, type RouterContextProvider } from "react-router";
import { today } from "../../calendar/civil-date.ts";
import { linkDays } from "../../mail/link-days.ts";
import { inviterCookie } from "../../site/cookie-name.ts";
import { hour, type Limit, takeTry, wideNetwork } from "../../site/rate-limit.server.ts";
import { refuse } from "../../site/refusal.ts";
import { siteContext } from "../../site/site.server.ts";
import { readPastStay } from "./invitation-form.ts";
import { inviteGuest } from "./invite.server.ts";

const invitationsOfListing: Limit = { name: "invitation-listing", points: 20, duration: 24 * hour };

const tooManyInvitations = refuse(
  "too-many-tries",
  "Você já gerou 20 convites para este anúncio hoje. Amanhã dá para gerar outros.",
);

/** Sent to invitations alone, so other pages stay cacheable. */
const cookie = createCookie(inviterCookie, {
  path: "/depoimento",
  httpOnly: true,
  sameSite: "lax",
  maxAge: linkDays.invitation * 24 * 60 * 60,
});

/** Invites a guest; the header marks the browser as the advertiser's, for {@link isInviter}. */
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
  return { ...result, setCookie: await cookie.serialize(hashAddress("inviter", uid)) };
}

/** Tells whether invitations of this advertiser came from the browser. */
export async function isInviter(
  context: Readonly<RouterContextProvider>,
  request: Request,
  uid: string,
): Promise<boolean> {
  const { hashAddress } = context.get(siteContext);
  return (await cookie.parse(request.headers.get("Cookie"))) === hashAddress("inviter", uid);
}
