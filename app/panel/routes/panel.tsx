import { Outlet, redirect } from "react-router";
import { countOpenReports } from "../../reports/reports.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { countOpenMessages, countUndelivered } from "../mail/mail-lists.server.ts";
import { Panel } from "../panel.tsx";
import { countToldOrders } from "../payments/listed-orders.server.ts";
import { countWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { countCopiedAds } from "../reports/copied-photos.server.ts";
import { unlockPath } from "../staff/panel-paths.ts";
import { isLocked, requireStaff, staffContext } from "../staff/staff-context.server.ts";
import { countWaitingTestimonials } from "../testimonials/judged-testimonials.server.ts";
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
  const [reports, copies, messages, questions, testimonials, payments, undelivered] =
    await Promise.all([
      countOpenReports(db),
      countCopiedAds(db),
      countOpenMessages(db),
      countWaitingQuestions(db),
      countWaitingTestimonials(db),
      countToldOrders(db),
      countUndelivered(db),
    ]);
  const emails = undelivered.mails;
  const counts = { reports, copies, messages, questions, testimonials, payments, emails };
  return { counts, version: describeVersion(version) };
}

export default function PanelRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Panel {...loaderData}>
      <Outlet />
    </Panel>
  );
}
