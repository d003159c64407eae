import { photoStoreContext } from "../../photos/store.server.ts";
import { listMissingOfRunner } from "../../site/runner-words.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { requireStaff } from "../staff/staff-context.server.ts";
import { countTasks, readMonth } from "../today/today.server.ts";
import { Today } from "../today/today.tsx";
import { countBacklog, listJobs, listProblems } from "../today/upkeep.server.ts";
import { formatMonth } from "../when.ts";
import type { Route } from "./+types/today.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db, runner } = context.get(siteContext);
  const disk = await context.get(photoStoreContext).freeSpace();
  const [tasks, month, problems, jobs, backlog] = await Promise.all([
    countTasks(db),
    readMonth(db),
    listProblems(db, disk),
    listJobs(db),
    countBacklog(db),
  ]);
  return {
    tasks,
    month,
    monthName: formatMonth(new Date()),
    disk,
    missing: listMissingOfRunner(runner),
    upkeep: { problems, jobs, backlog, disk },
  };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Operação");
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  return <Today {...loaderData} />;
}
