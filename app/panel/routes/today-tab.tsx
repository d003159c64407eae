import { photoStoreContext } from "../../domain/photos/store.server.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { capitalize, countOf } from "../../platform/ui/words.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { PanelHead } from "../panel.tsx";
import { RowList } from "../row-list.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import { listTasks, readMonth } from "../today/today.server.ts";
import { jobTitlesContext, listProblems } from "../today/upkeep.server.ts";
import { formatMonth } from "../when.ts";
import type { Route } from "./+types/today-tab.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const disk = await context.get(photoStoreContext).freeSpace();
  const [tasks, problems, month] = await Promise.all([
    listTasks(db),
    listProblems(db, disk, context.get(jobTitlesContext)),
    readMonth(db),
  ]);
  return { tasks, problems, month, monthName: formatMonth(new Date()) };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Hoje");
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  const { tasks, problems, month, monthName } = loaderData;
  const { advertisers, listings, contacts } = month;
  return (
    <>
      <PanelHead title="Hoje" />
      {problems.map((problem) => (
        <p key={problem} className="note note--earth">
          <Icon name="circle-exclamation-point" />
          <span>{problem}</span>
        </p>
      ))}
      {tasks.length === 0 ? (
        <p>Nada à espera.</p>
      ) : (
        <RowList
          label="À espera de você"
          rows={tasks.map(({ to, text }) => ({ to, name: text }))}
        />
      )}
      <p className="small soft">
        {capitalize(monthName)}: {countOf(advertisers, "anunciante")} e{" "}
        {countOf(listings, "anúncio")} a mais, {countOf(contacts, "contato")}.{" "}
        {problems.length === 0 && "Tudo funcionando."}
      </p>
    </>
  );
}
