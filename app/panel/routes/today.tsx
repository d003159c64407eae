import { photoStoreContext } from "../../photos/store.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { requireStaff } from "../staff/staff-context.server.ts";
import { countTasks, readMonth } from "../today/today.server.ts";
import { Today } from "../today/today.tsx";
import { countBacklog, listJobs } from "../today/upkeep.server.ts";
import { formatMonth } from "../when.ts";
import type { Route } from "./+types/today.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const [tasks, month, jobs, backlog, disk] = await Promise.all([
    countTasks(db),
    readMonth(db),
    listJobs(db),
    countBacklog(db),
    context.get(photoStoreContext).freeSpace(),
  ]);
  return {
    tasks,
    month,
    monthName: formatMonth(new Date()),
    disk,
    upkeep: { jobs, backlog, disk },
  };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Operação");
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  return <Today {...loaderData} />;
}
