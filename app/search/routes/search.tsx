import { Link, useLocation } from "react-router";
import { isLocation } from "../../listings/fields.ts";
import { validCursor } from "../../listings/list-cursor.ts";
import { ListingList } from "../../listings/listing-list.tsx";
import { allListingsTag, locationTag } from "../../listings/listing-tags.ts";
import { formatReais } from "../../prices/money.ts";
import type { PublicPageHandle } from "../../site/public-page.ts";
import { siteContext } from "../../site/site.server.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { pageAddress, pageMeta } from "../../ui/shell/page-meta.ts";
import {
  type Filters,
  flagFilterNames,
  flagFilters,
  isSearch,
  noFilters,
  readFilters,
  writeFilters,
} from "../filters.ts";
import sectionStyles from "../list-section.module.css";
import { searchListings } from "../search.server.ts";
import { SearchForm } from "../search-form.tsx";
import type { Route } from "./+types/search.ts";
import styles from "./search.module.css";

export const handle = {
  publicPage: {
    readQuery(given) {
      const filters = readFilters(given);
      // The page repeats the location asked for, and there is no end of unknown ones.
      if (filters.localizacao !== null && !isLocation(filters.localizacao)) return null;
      return { ...writeFilters(filters), depois: validCursor(given.get("depois")) };
    },
    dependsOn: (_, { localizacao }) => [
      localizacao ? locationTag(String(localizacao)) : allListingsTag,
    ],
    isUnbounded: ({ q = null, depois }) => q !== null || depois !== null,
  },
} satisfies PublicPageHandle;

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams);
  const after = validCursor(url.searchParams.get("depois"));
  const { db, siteUrl } = context.get(siteContext);
  const page = await searchListings(db, filters, { after });
  return { filters, after, page, siteUrl };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const filters = args.loaderData?.filters ?? noFilters;
  const asked = inWords(filters);
  return pageMeta(args, {
    title: asked ? `Ranchos e casas ${asked}` : "Busca de ranchos e casas",
    description: `Ranchos e casas para alugar ${asked || "no Lago de Furnas"}: fotos, preços e datas livres, direto com o dono.`,
    address: pageAddress("/search", {
      ...writeFilters(filters),
      depois: args.loaderData?.after ?? null,
    }),
    unlisted: true,
  });
}

/** "em Turvo, até R$ 200 por noite, que aceitam pets"; empty where nothing was asked. */
function inWords(filters: Filters): string {
  const { q, localizacao } = filters;
  const price = q === null ? null : `até ${formatReais(String(q))} por noite`;
  const flags = flagFilterNames
    .filter((name) => filters[name])
    .map((name) => flagFilters[name].words);
  return [localizacao && `em ${localizacao}`, price, ...flags].filter(Boolean).join(", ");
}

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  return <Results {...loaderData} />;
}

/** The next page could not be had: what was found before stands. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) throw error;
  return <Results {...loaderData} failed />;
}

function Results({
  filters,
  page,
  siteUrl: site,
  failed,
}: Route.ComponentProps["loaderData"] & { failed?: boolean }) {
  const { search } = useLocation();
  const asked = inWords(filters);
  const none = page.listings.length === 0;
  return (
    <>
      <div className={`${styles.seek} water`}>
        <SearchForm key={search} filters={filters} compact />
      </div>
      <section className={`wrap ${sectionStyles.list}`} aria-labelledby="resultado">
        <div className={none ? "visually-hidden" : sectionStyles.head}>
          <h1 id="resultado">{asked ? `Ranchos e casas ${asked}` : "Todos os anúncios"}</h1>
          <p className="soft">
            {isSearch(filters)
              ? "Do mais novo ao mais antigo"
              : "Escolha um lugar ou um preço para filtrar"}
          </p>
        </div>
        {none ? (
          <Notice
            wide
            picture="lago-amanhecer"
            title="Não foram encontrados imoveis a partir da sua busca..."
            action={
              <Link className="btn btn--line" to="/">
                <Icon name="arrow-left" />
                Voltar para o início
              </Link>
            }
          >
            {asked && `Você procurou ${asked}. `}Tente um valor maior ou a região toda.
          </Notice>
        ) : (
          <>
            <h2 className="visually-hidden">Anúncios</h2>
            <ListingList page={page} siteUrl={site} failed={failed} />
          </>
        )}
      </section>
    </>
  );
}
