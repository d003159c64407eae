import { Outlet } from "react-router";
import { sessionContext } from "../../domain/accounts/session-context.server.ts";
import type { PageHandle } from "../../platform/web/pages/public-page.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { findStaffSession } from "../staff/staff.server.ts";
import { pageNotFound, staffContext } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/staff-only.ts";

export const handle: PageHandle = { isGuarded: true };

/** Answers everyone but the staff as if no page below /operador existed. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context }, next) => {
    const { user, sessionId } = context.get(sessionContext);
    const { db, hidePage } = context.get(siteContext);
    const session = user && sessionId && (await findStaffSession(db, user, sessionId));
    if (!user || !session) {
      hidePage();
      throw pageNotFound();
    }
    context.set(staffContext, { user, ...session });
    return next();
  },
];

export default function StaffOnly() {
  return <Outlet />;
}
