import type { ReactNode } from "react";
import { today } from "../../../domain/calendar/civil-date.ts";
import { renderListPage } from "../../../domain/listings/card/rendered-cards.server.tsx";
import { ListingList } from "../../../domain/listings/list/listing-list.tsx";
import { validCursor } from "../../../domain/listings/list-cursor.ts";
import { formatHouses } from "../../../domain/listings/listing.ts";
import { allListingsTag } from "../../../domain/listings/listing-tags.ts";
import { listListings } from "../../../domain/listings/listings.server.ts";
import { RegionChoicePart } from "../../../domain/region/region-choice-part.tsx";
import { renderRegionChoice } from "../../../domain/region/render-region-choice.server.tsx";
import { countByLocation } from "../../../domain/search/search.server.ts";
import { Notice } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { Illustration } from "../../../platform/ui/pictures/illustration.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { pageMeta, siteUrlOf } from "../../../platform/ui/shell/page-meta.ts";
import { Island } from "../../../platform/web/islands/island.tsx";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { Fold } from "../form/filter-fold.tsx";
import { SearchForm } from "../form/search-form.tsx";
import { Hero } from "../hero.tsx";
import sectionStyles from "../list-section.module.css";
import { listShortcuts } from "../list-shortcuts.server.ts";
import { describeSite } from "../search-structured-data.ts";
import { Shortcuts, type ShortcutsProps } from "../shortcuts.tsx";
import type { Route } from "./+types/home-page.ts";
import styles from "./home-page.module.css";

export const handle = {
  publicPage: {
    readQuery: (given) => ({ depois: validCursor(given.get("depois")) }),
    dependsOn: () => [allListingsTag],
    isUnbounded: ({ depois }) => depois !== null,
    inSitemap: true,
  },
} satisfies PageHandle;

export async function loader({ url, context }: Route.LoaderArgs) {
  const after = validCursor(url.searchParams.get("depois"));
  const { db, siteUrl } = context.get(siteContext);
  const page = renderListPage(await listListings(db, { after }), { siteUrl });
  const counts = await countByLocation(db);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const map = after ? null : renderRegionChoice({ counts });
  return { page, total, after, day: today(), shortcuts: listShortcuts(), map };
}

const title = "Mar de Minas: ranchos e casas no Lago de Furnas";
const description =
  "Ranchos e casas para alugar no Lago de Furnas, em Capitólio e na Serra da Canastra. Veja fotos, preços e datas livres e fale direto com o dono.";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const address = pageAddress("/", { depois: args.loaderData?.after ?? null });
  const structuredData = [describeSite(siteUrlOf(args))];
  return pageMeta(args, { title, description, address, structuredData });
}

export default function HomeRoute({
  loaderData: { page, total, after, day, shortcuts, map },
}: Route.ComponentProps) {
  if (page.cards.length === 0) {
    return (
      <Home day={day} shortcuts={shortcuts} map={map}>
        <NoListings />
      </Home>
    );
  }
  return (
    <Home
      day={day}
      shortcuts={shortcuts}
      map={map}
      heading={after ? "Mais anúncios" : "Recém-publicados"}
      total={total}
    >
      <ListingList page={page} />
    </Home>
  );
}

/** The search still works when the list fails to load. */
export function ErrorBoundary() {
  return (
    <Home day={today()} shortcuts={[]} map={null}>
      <title>{title}</title>
      <NoListings error="Não conseguimos carregar os anúncios. Confira a internet e tente de novo." />
    </Home>
  );
}

interface HomeProps extends Pick<ShortcutsProps, "day" | "shortcuts"> {
  heading?: string;
  /** Number of all listings, for the heading. */
  total?: number;
  /** The map as HTML; null on later pages of the list. */
  map: string | null;
  children: ReactNode;
}

function Home({ heading, total = 0, day, shortcuts, map, children }: HomeProps) {
  return (
    <>
      <Hero>
        <div>
          <Fold label="Buscar" line="Para onde e quando?">
            <Island name="search" of={SearchForm} props={{ day }} waits />
          </Fold>
          <Shortcuts day={day} shortcuts={shortcuts} hasMap={map !== null} />
        </div>
      </Hero>
      <div className="wrap">
        <section className={sectionStyles.list} aria-label={heading ?? "Anúncios"}>
          {heading && (
            <div className={sectionStyles.head}>
              <h2>{heading}</h2>
              <p className="soft">{formatHouses(total)}</p>
            </div>
          )}
          {children}
        </section>
        {map && (
          <div className={sectionStyles.list}>
            <RegionChoicePart html={map} />
          </div>
        )}
        {heading && <OwnerInvitation />}
      </div>
    </>
  );
}

function NoListings({ error }: { error?: string }) {
  return (
    <Notice
      wide
      picture={error ? "vazio-chuva" : "vazio-pier"}
      title="Não foram encontrados posts"
      error={error}
      action={
        <>
          {error && (
            <a className="btn" href="/">
              Tentar de novo
            </a>
          )}
          <Link className={error ? "btn btn--line" : "btn"} to="/posts/create">
            Criar primeiro post
          </Link>
        </>
      }
    >
      {error ? undefined : "O píer está livre. O primeiro anúncio pode ser o seu."}
    </Notice>
  );
}

function OwnerInvitation() {
  return (
    <section className={styles.invitation} aria-labelledby="donos">
      <Illustration name="rancho" sizes="(min-width: 60rem) 39rem, 100vw" />
      <div>
        <h2 id="donos">Seu rancho também cabe aqui</h2>
        <p>
          Fotos, preços e calendário em dez minutos, pelo celular. Quem gosta chama direto no seu
          WhatsApp.
        </p>
        <Link className="btn" to="/plans">
          Ver os planos
        </Link>
      </div>
    </section>
  );
}
