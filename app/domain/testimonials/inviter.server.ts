import { createCookie, type RouterContextProvider } from "react-router";
import { siteCookieName } from "../../platform/web/cookie-name.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { invitationLinks } from "./testimonial-links.server.ts";

/** Says whose invitations came from this browser (docs/decisions/051). */
export const inviterCookie = siteCookieName("convites");

/** Sent to invitations alone, so other pages stay cacheable. */
const cookie = createCookie(inviterCookie, {
  path: "/depoimento",
  httpOnly: true,
  sameSite: "lax",
  maxAge: invitationLinks.days * 24 * 60 * 60,
});

/** The header that marks the browser as the advertiser's, whose id it has no other way to know. */
export function markInviter(
  context: Readonly<RouterContextProvider>,
  uid: string,
): Promise<string> {
  return cookie.serialize(context.get(siteContext).hashAddress("inviter", uid));
}

/** Returns whether invitations of this advertiser came from the browser. */
export async function isInviter(
  context: Readonly<RouterContextProvider>,
  request: Request,
  uid: string,
): Promise<boolean> {
  const { hashAddress } = context.get(siteContext);
  return (await cookie.parse(request.headers.get("Cookie"))) === hashAddress("inviter", uid);
}
