import { today } from "../../../domain/calendar/civil-date.ts";
import { renderListPage } from "../../../domain/listings/card/rendered-cards.server.tsx";
import type { Inquiry } from "../../../domain/listings/inquiry.ts";
import { ListingList } from "../../../domain/listings/list/listing-list.tsx";
import { validCursor } from "../../../domain/listings/list-cursor.ts";
import { formatHouses } from "../../../domain/listings/listing.ts";
import { allListingsTag, locationTag } from "../../../domain/listings/listing-tags.ts";
import { isLocation, locationPath } from "../../../domain/region/locations.ts";
import { RegionChoicePart } from "../../../domain/region/region-choice-part.tsx";
import { renderRegionChoice } from "../../../domain/region/render-region-choice.server.tsx";
import {
  type Filters,
  noFilters,
  readSearch,
  stayInWords,
  writeFilters,
} from "../../../domain/search/filters.ts";
import { searchListings } from "../../../domain/search/search.server.ts";
import { describeSearch } from "../../../domain/search/search-words.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { countOf, formatCount, plural } from "../../../platform/ui/words.ts";
import { Island } from "../../../platform/web/islands/island.tsx";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { ActiveFilters } from "../active-filters.tsx";
import { Fold, sumUp } from "../form/filter-fold.tsx";
import { SearchForm } from "../form/search-form.tsx";
import sectionStyles from "../list-section.module.css";
import { listShortcuts } from "../list-shortcuts.server.ts";
import { MapSlot } from "../map/map-slot.tsx";
import { MapToggle } from "../map/map-toggle.tsx";
import { NoResults } from "../results/no-results.tsx";
import { WatchNote } from "../results/watch-note.tsx";
import { Shortcuts } from "../shortcuts.tsx";
import type { Route } from "./+types/results-page.ts";
import styles from "./results-page.module.css";

export const handle = {
  publicPage: {
    readQuery(given) {
      const { filters, problems } = readSearch(given, today());
      // The page repeats these values, and there is no limit to them.
      if (Object.keys(problems).length > 0) return null;
      if (filters.localizacao !== null && !isLocation(filters.localizacao)) return null;
      const depois = validCursor(given.get("depois"), filters.ordem);
      return { ...writeFilters(filters), depois };
    },
    dependsOn: (_, { localizacao, entrada }) => [
      showsRegion(localizacao, entrada) ? allListingsTag : locationTag(String(localizacao)),
    ],
    isUnbounded: ({ localizacao: _, ...others }) =>
      Object.values(others).some((value) => value !== null),
  },
} satisfies PageHandle;

/**
 * A search with dates may offer the whole region, so it depends on all ads; without dates, one of a
 * location depends on that alone.
 */
function showsRegion(localizacao: unknown, checkIn: unknown): boolean {
  return !localizacao || Boolean(checkIn);
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const day = today();
  const { searchParams } = url;
  const parsed = readSearch(searchParams, day);
  const { filters } = parsed;
  const after = validCursor(searchParams.get("depois"), filters.ordem);
  const { db, siteUrl } = context.get(siteContext);
  const { total, unconfirmed, unpriced, alternatives, byLocation, ...found } = await searchListings(
    db,
    filters,
    {
      after,
      day,
    },
  );
  // Its numbers count all ads, and its links drop the filters.
  const hasMap = !after && describeSearch(filters, day) === "";
  return {
    parsed,
    typed: {
      entrada: searchParams.get("entrada") ?? "",
      saida: searchParams.get("saida") ?? "",
      pessoas: searchParams.get("pessoas") ?? "",
      quartos: searchParams.get("quartos") ?? "",
      total: searchParams.get("total") ?? "",
    },
    day,
    after,
    page: renderListPage(found, { siteUrl, inquiry: inquiryOf(filters), startsWithList: true }),
    total,
    unconfirmed,
    unpriced,
    alternatives,
    shortcuts: listShortcuts(),
    map: hasMap ? renderRegionChoice({ counts: byLocation }) : null,
  };
}

function inquiryOf({ stay, pessoas }: Filters): Inquiry {
  return { stay, people: pessoas };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { parsed: { filters } = { filters: noFilters }, day = today() } = args.loaderData ?? {};
  const words = describeSearch(filters, day);
  return pageMeta(args, {
    title: words ? `Ranchos e casas ${words}` : "Busca de ranchos e casas",
    description: `Ranchos e casas para alugar ${words || "no Lago de Furnas"}: fotos, preços e datas livres, direto com o dono.`,
    address: pageAddress("/search", {
      ...writeFilters(filters),
      depois: args.loaderData?.after ?? null,
    }),
    unlisted: true,
  });
}

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  const { parsed, typed, day, page, total, unconfirmed, unpriced, alternatives, shortcuts, map } =
    loaderData;
  const { filters } = parsed;
  const words = describeSearch(filters, day);
  const none = page.cards.length === 0;
  const problems = Object.values(parsed.problems);
  const isWrong = problems.length > 0;
  const isEmpty = none && !isWrong;
  return (
    <>
      <div className={`${styles.seek} water`}>
        <Fold line={sumUp(filters, day)} open={problems.length > 0}>
          <Island
            name="search"
            of={SearchForm}
            props={{ day, parsed, typed, compact: true }}
            waits
          />
          <div className={`wrap ${styles.chosen}`}>
            <ActiveFilters filters={filters} day={day} of="stay" />
          </div>
          <Shortcuts day={day} shortcuts={shortcuts} filters={filters} hasMap={map !== null} />
        </Fold>
      </div>
      <section className={`wrap ${sectionStyles.list}`} aria-label="Resultado da busca" data-found>
        {!isEmpty && (
          <div className={sectionStyles.head}>
            <h1>
              {isWrong
                ? "Falta corrigir a busca"
                : headingOf(filters, words, { total, unconfirmed }, day)}
            </h1>
            {isWrong && (
              <p className="soft">
                {problems.join(" ")} Por enquanto, a lista não leva isso em conta.
              </p>
            )}
            {!none && <MapToggle />}
          </div>
        )}
        <div className={styles.active}>
          <ActiveFilters filters={filters} day={day} of="amenities" />
          {filters.localizacao && isLocation(filters.localizacao) && (
            <Link className={`link ${styles.about}`} to={locationPath(filters.localizacao)}>
              Conheça {filters.localizacao}
            </Link>
          )}
        </div>
        {none ? (
          <NoResults
            filters={filters}
            words={words}
            alternatives={alternatives}
            day={day}
            level={isEmpty ? 1 : 2}
          />
        ) : (
          <>
            {unpriced > 0 && <Unpriced filters={filters} count={unpriced} />}
            <MapSlot />
            {!page.cards.every((card) => card.isToAsk) && (
              <h2 className="visually-hidden">Anúncios</h2>
            )}
            <ListingList page={page} />
            {problems.length === 0 && <WatchNote filters={filters} />}
          </>
        )}
      </section>
      {map && (
        <div className={`wrap ${sectionStyles.list}`}>
          <RegionChoicePart html={map} />
        </div>
      )}
    </>
  );
}

function Unpriced({ filters, count }: { filters: Filters; count: number }) {
  const others = count === 1 ? "Outra casa não diz" : `Outras ${formatHouses(count)} não dizem`;
  const what = filters.total === null ? "o preço da noite" : "todos os preços dessas datas";
  return (
    <p className={`${styles.unpriced} note`}>
      <Icon name="info" />
      <span>
        {others} {what}.{" "}
        <Link
          className="link"
          to={pageAddress("/search", writeFilters({ ...filters, semPreco: true }))}
        >
          Mostrar também
        </Link>
      </span>
    </p>
  );
}

interface Counts {
  total: number;
  /** The number of them with an unconfirmed calendar. */
  unconfirmed: number;
}

/** Heading such as "3 livres, 2 a confirmar de 11 a 13/12" or "15 casas para 8 pessoas". */
function headingOf(
  filters: Filters,
  words: string,
  { total, unconfirmed }: Counts,
  day: string,
): string {
  const dates = stayInWords(filters, day);
  const houses = formatHouses(total);
  if (!dates) return words ? `${houses} ${words}` : `Todos os anúncios: ${houses}`;
  const free = total - unconfirmed;
  if (free === 0) return `${houses} a confirmar de ${dates}`;
  if (unconfirmed === 0) return `${houses} ${plural(total, "livre")} de ${dates}`;
  return `${countOf(free, "livre")}, ${formatCount(unconfirmed)} a confirmar de ${dates}`;
}
