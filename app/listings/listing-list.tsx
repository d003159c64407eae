import { useEffect, useState } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { sendVisit } from "../site/send-visit.ts";
import { LoadingWaves } from "../ui/feedback/loading-waves.tsx";
import { ListingCard } from "./listing-card.tsx";
import styles from "./listing-list.module.css";
import type { ListingPage } from "./listings.server.ts";
import type { Visit } from "./visit.ts";

interface ListingPageData {
  page: ListingPage;
  count?: string;
}

/** Pages added, by history entry, so that going back restores the list and its position. */
const extended = new Map<string, ListingPage[]>();

export interface ListingListProps {
  page: ListingPage;
  siteUrl: string;
  visit?: Visit;
  failed?: boolean;
}

/** Links to the next page, which script appends. The loader reads `depois`. */
export function ListingList(props: ListingListProps) {
  const { key } = useLocation();
  return <ExtendedList key={key} {...props} />;
}

function ExtendedList({ page, siteUrl, visit, failed = false }: ListingListProps) {
  const { key, pathname, search } = useLocation();
  const fetcher = useFetcher<ListingPageData>();
  const [more, setMore] = useState(() => extended.get(key) ?? []);

  const loaded = fetcher.data;
  useEffect(() => {
    if (!loaded) return;
    setMore((pages) => (pages.includes(loaded.page) ? pages : [...pages, loaded.page]));
    sendVisit(loaded.count);
  }, [loaded]);
  useEffect(() => {
    if (more.length > 0) extended.set(key, more);
  }, [key, more]);

  const pages = [page, ...more];
  const listings = new Map(
    pages.flatMap((shown) => shown.listings).map((listing) => [listing.id, listing]),
  );
  const next = pages.at(-1)?.next;
  const busy = fetcher.state !== "idle";
  const params = new URLSearchParams(search);
  if (next) params.set("depois", next);
  const nextSearch = `?${params}`;

  return (
    <>
      <div className={styles.list}>
        {[...listings.values()].map((listing, index) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            siteUrl={siteUrl}
            visit={visit}
            first={index === 0 && pathname !== "/"}
          />
        ))}
      </div>
      {failed && (
        <p className={`${styles.more} note note--earth`} role="alert">
          Não conseguimos carregar mais anúncios. Confira a internet e tente de novo.
        </p>
      )}
      {next && (
        <p className={styles.more}>
          <Link
            className="btn btn--line btn--big"
            to={nextSearch}
            aria-disabled={busy}
            onClick={(event) => {
              if (failed || event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              if (!busy)
                fetcher.load(pathname === "/" ? `/${nextSearch}&index` : pathname + nextSearch);
            }}
          >
            {busy ? (
              <>
                <LoadingWaves />
                Carregando...
              </>
            ) : (
              "Carregar mais"
            )}
          </Link>
        </p>
      )}
    </>
  );
}
