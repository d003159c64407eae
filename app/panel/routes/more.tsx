import { Link } from "react-router";
import { photoStoreContext } from "../../photos/store.server.ts";
import { listMissingOfRunner } from "../../site/runner-words.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { enumerate } from "../../ui/words.ts";
import styles from "../panel.module.css";
import { morePages, PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import { countBacklog, listJobs } from "../today/upkeep.server.ts";
import { Upkeep } from "../today/upkeep.tsx";
import type { Route } from "./+types/more.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db, runner } = context.get(siteContext);
  const disk = await context.get(photoStoreContext).freeSpace();
  const [jobs, backlog] = await Promise.all([listJobs(db), countBacklog(db)]);
  return { missing: listMissingOfRunner(runner), upkeep: { jobs, backlog, disk } };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Mais");
}

export default function MoreRoute({ loaderData: { missing, upkeep } }: Route.ComponentProps) {
  return (
    <>
      <PanelHead title="Mais" />
      <ul className={styles.more}>
        {morePages.map(([to, text]) => (
          <li key={to}>
            <Link className="link" to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="note">
          <span>
            O site ainda não diz quem o mantém, como pedem o Decreto 7.962/2013 e a LGPD: falta{" "}
            {enumerate(missing)}.
          </span>
        </p>
      )}
      <Upkeep {...upkeep} />
    </>
  );
}
