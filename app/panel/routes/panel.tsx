import { Outlet, redirect } from "react-router";
import { siteContext } from "../../site/site.server.ts";
import { countOpenMessages, countUndelivered } from "../mail/mail-lists.server.ts";
import { Panel } from "../panel.tsx";
import { countToldOrders } from "../payments/listed-orders.server.ts";
import { countCases } from "../reports/cases.server.ts";
import { unlockPath } from "../staff/panel-paths.ts";
import { isLocked, requireStaff, staffContext } from "../staff/staff-context.server.ts";
import { describeVersion } from "../version-words.ts";
import type { Route } from "./+types/panel.ts";

/** Asks again for the password and the second factor once they were shown too long ago. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }) => {
    const session = context.get(staffContext);
    if (session && isLocked(session)) throw redirect(unlockPath(session, url));
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db, version } = context.get(siteContext);
  const [cases, messages, payments, undelivered] = await Promise.all([
    countCases(db),
    countOpenMessages(db),
    countToldOrders(db),
    countUndelivered(db),
  ]);
  const counts = { cases, messages, payments, emails: undelivered.mails };
  return { counts, version: describeVersion(version) };
}

export default function PanelRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Panel {...loaderData}>
      <Outlet />
    </Panel>
  );
}
