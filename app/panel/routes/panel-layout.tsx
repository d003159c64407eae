import { Outlet, redirect } from "react-router";
import { siteContext } from "../../platform/web/site.server.ts";
import { Panel } from "../panel.tsx";
import { listCases } from "../reports/list-cases.server.ts";
import { unlockPath } from "../staff/panel-paths.ts";
import { isLocked, requireStaff, staffContext } from "../staff/staff-context.server.ts";
import { describeVersion } from "../version-words.ts";
import type { Route } from "./+types/panel-layout.ts";

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
  const cases = Object.values(await listCases(db)).flat();
  return { cases: cases.length, version: describeVersion(version) };
}

export default function PanelRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Panel {...loaderData}>
      <Outlet />
    </Panel>
  );
}
