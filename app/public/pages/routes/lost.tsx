import { data } from "react-router";
import { today } from "../../../domain/calendar/civil-date.ts";
import { LostNotice } from "../../../platform/ui/feedback/lost-notice.tsx";
import { NoticePage } from "../../../platform/ui/feedback/notice.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { listRecent } from "../../listing-page/lost/recent-listings.server.ts";
import { WaysOn } from "../../listing-page/lost/ways-on.tsx";
import type { Route } from "./+types/lost.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, refusal } = context.get(siteContext);
  if (refusal) throw data(refusal.message, { status: refusal.status });
  return data({ today: today(), recent: await listRecent(db) }, { status: 404 });
}

/** If there were no action, a form would be answered with 405, as if there were a page. */
export function action() {
  return data(null, { status: 404 });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Página não encontrada");
}

/** Shown at any address that no other route has. */
export default function Lost({ loaderData }: Route.ComponentProps) {
  return (
    <NoticePage>
      <LostNotice />
      <WaysOn {...loaderData} />
    </NoticePage>
  );
}
