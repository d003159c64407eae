import { Link } from "../../platform/ui/link.tsx";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { ActionList } from "../log/action-list.tsx";
import { listActions } from "../log/action-log.server.ts";
import { listNewest } from "../newest.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/log-tab.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = requireStaff(context);
  const { db } = context.get(siteContext);
  const about = url.searchParams.get("sobre");
  const { rows, next } = await listNewest(url, (limit) => listActions(db, about, limit));
  return { rows, next, about, reader: email };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Registro");
}

export default function LogRoute({ loaderData }: Route.ComponentProps) {
  const { rows, next, about, reader } = loaderData;
  return (
    <>
      <PanelHead
        title="Registro"
        aside={
          about && (
            <Link className="link" to="/operador/registro">
              Ver tudo
            </Link>
          )
        }
      />
      {rows.length > 0 ? (
        <ActionList actions={rows} reader={reader} />
      ) : (
        <p className="soft">Nada por aqui ainda. Tudo o que você fizer no painel fica anotado.</p>
      )}
      <NextPage to={next} />
    </>
  );
}
