import { today } from "../../calendar/civil-date.ts";
import { isUuid } from "../../db/uuid.ts";
import type { PageHandle } from "../../delivery/public-page.ts";
import { listAbsent } from "../../listings/hidden-listings.server.ts";
import { listById } from "../../listings/listings.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import styles from "../saved/saved-page.module.css";
import { SavedPage } from "../saved/saved-page.tsx";
import type { Route } from "./+types/saved.ts";

/** The most that a browser saves. */
const maxListings = 100;

export const handle = {
  publicPage: {
    // A list of saved ads is rendered on each request: its combinations are endless.
    readQuery: (given) => (given.getAll("anuncio").length > 0 ? null : {}),
  },
} satisfies PageHandle;

/** Only the browser knows what is saved: it asks for `anuncio` once for each ad. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const requested = url.searchParams.getAll("anuncio").filter(isUuid).slice(0, maxListings);
  const ids = [...new Set(requested)];
  const [listings, absent] = await Promise.all([listById(db, ids), listAbsent(db, ids)]);
  return { listings, absent, siteUrl, today: today() };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Minha lista",
    description: "Os ranchos e casas que você guardou, para comparar e escolher com o grupo.",
    address: "/guardados",
    unlisted: true,
  });
}

export default function SavedRoute({ loaderData: { siteUrl, today } }: Route.ComponentProps) {
  return (
    <Page className={styles.page}>
      <PageHead
        title="Minha lista"
        lead="O que você guardou fica só neste navegador, sem cadastro."
      />
      <SavedPage siteUrl={siteUrl} today={today} />
    </Page>
  );
}
