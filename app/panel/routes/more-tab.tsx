import { Link } from "../../platform/ui/link.tsx";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { enumerate } from "../../platform/ui/words.ts";
import { listMissingOfRunner } from "../../platform/web/runner-words.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import styles from "../panel.module.css";
import { morePages, PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/more-tab.ts";

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return { missing: listMissingOfRunner(context.get(siteContext).runner) };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Mais");
}

export default function MoreRoute({ loaderData: { missing } }: Route.ComponentProps) {
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
    </>
  );
}
