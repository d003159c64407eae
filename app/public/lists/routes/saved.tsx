import { today } from "../../../domain/calendar/civil-date.ts";
import { nameLists } from "../../../domain/lists/lists.server.ts";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { listSaved } from "../saved/saved-cards.server.ts";
import styles from "../saved/saved-page.module.css";
import { SavedPage } from "../saved/saved-page.tsx";
import type { Route } from "./+types/saved.ts";

export const handle = {
  publicPage: {
    // A list of saved ads is rendered on each request: its combinations are endless.
    readQuery: (given) => (given.has("anuncio") || given.has("lista") ? null : {}),
  },
} satisfies PageHandle;

/**
 * Only the browser knows which ads are saved: its script asks for each ad's entry, with its dates, as `anuncio`, or for
 * an empty one if there is none, and for the code of each list as `lista` (app/public/lists/saved/open-saved.ts).
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const day = today();
  const asked = url.searchParams.getAll("anuncio");
  const entries = asked.filter(Boolean);
  const isKnown = asked.length > 0;
  const lists = await nameLists(db, url.searchParams.getAll("lista"), day);
  return { isKnown, entries, ...(await listSaved(db, entries, day)), lists, day };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Minha lista",
    description: "Os ranchos e casas que você guardou, para comparar e escolher com o grupo.",
    address: "/guardados",
    unlisted: true,
  });
}

export default function SavedRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page className={styles.page}>
      <PageHead
        title="Minha lista"
        lead="O que você guardou fica só neste navegador, sem cadastro."
      />
      <SavedPage {...loaderData} />
    </Page>
  );
}
