import { photoStoreContext } from "../../photos/store.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { requireStaff } from "../staff/staff-context.server.ts";
import { listTasks, readMonth } from "../today/today.server.ts";
import { Today } from "../today/today.tsx";
import { listProblems } from "../today/upkeep.server.ts";
import { formatMonth } from "../when.ts";
import type { Route } from "./+types/today.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const disk = await context.get(photoStoreContext).freeSpace();
  const [tasks, problems, month] = await Promise.all([
    listTasks(db),
    listProblems(db, disk),
    readMonth(db),
  ]);
  return { tasks, problems, month, monthName: formatMonth(new Date()) };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Hoje");
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  return <Today {...loaderData} />;
}
