import { useEffect, useRef, useState } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { preloadRoute } from "../../delivery/hydration/preload-route.ts";
import { sendVisit } from "../../site/send-visit.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { useIsHydrated } from "../../ui/use-is-hydrated.ts";
import { ListingCard } from "../card/listing-card.tsx";
import type { Inquiry } from "../inquiry.ts";
import type { ListingSummary } from "../listing.ts";
import type { ListingsPage } from "../listings.server.ts";
import { addPage, readAddedPages } from "./added-pages.ts";
import styles from "./listing-list.module.css";
import { isToAsk, toAskWords } from "./to-ask.ts";

interface ListingPageData {
  page: ListingsPage;
  count?: string;
}

export interface ListingListProps {
  page: ListingsPage;
  siteUrl: string;
  inquiry?: Inquiry;
  failed?: boolean;
}

/**
 * Links to the next page, which script appends. The loader reads `depois`. Going back and reloading
 * restore the added pages. Calendars that nobody confirmed lately end a search by dates, so their section
 * begins on whatever page they do.
 */
export function ListingList(props: ListingListProps) {
  const { key } = useLocation();
  return <ExtendedList key={key} {...props} />;
}

function ExtendedList({ page, siteUrl, inquiry, failed = false }: ListingListProps) {
  const { key, pathname, search } = useLocation();
  const fetcher = useFetcher<ListingPageData>();
  const isHydrated = useIsHydrated();
  const [added, setAdded] = useState<readonly ListingsPage[] | null>(null);
  const more = added ?? (isHydrated ? readAddedPages(key) : []);
  const lists = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  /** Position of the first card to come, if the keyboard asked for it. */
  const focusNext = useRef<number | null>(null);

  const loaded = fetcher.data;
  useEffect(() => {
    if (!loaded) return;
    setAdded(addPage(key, loaded.page));
    sendVisit(loaded.count);
  }, [key, loaded]);
  useEffect(() => {
    const at = focusNext.current;
    if (!added || at === null) return;
    focusNext.current = null;
    const { activeElement } = document;
    if (activeElement !== link.current && activeElement !== document.body) return;
    lists.current?.querySelectorAll("article")[at]?.querySelector<HTMLElement>("h3 a")?.focus();
  }, [added]);
  useEffect(() => preloadRoute("listing-page/routes/listing"), []);

  const pages = [page, ...more];
  const listings = new Map(
    pages.flatMap((shown) => shown.listings).map((listing) => [listing.id, listing]),
  );
  const next = pages.at(-1)?.next;
  const busy = fetcher.state !== "idle";
  const params = new URLSearchParams(search);
  if (next) params.set("depois", next);
  const nextSearch = `?${params}`;

  const shown = [...listings.values()];
  const toAsk = shown.filter(isToAsk);
  const renderCards = (some: readonly ListingSummary[]) => (
    <div className={styles.list} data-rows>
      {some.map((listing) => (
        <ListingCard
          key={listing.id}
          listing={listing}
          siteUrl={siteUrl}
          inquiry={inquiry}
          first={listing === shown[0] && pathname !== "/"}
        />
      ))}
    </div>
  );

  return (
    <>
      <div ref={lists}>
        {toAsk.length < shown.length && renderCards(shown.filter((one) => !isToAsk(one)))}
        {toAsk.length > 0 && (
          <section className={styles.toAsk} aria-labelledby="pergunte-as-datas">
            <h2 id="pergunte-as-datas">{toAskWords.title}</h2>
            <p className="soft">{toAskWords.text}</p>
            {renderCards(toAsk)}
          </section>
        )}
      </div>
      {failed && (
        <p className={`${styles.more} note note--earth`} role="alert">
          Não conseguimos carregar mais anúncios. Confira a internet e tente de novo.
        </p>
      )}
      {next && (
        <p className={styles.more}>
          <Link
            ref={link}
            className="btn btn--line btn--big"
            to={nextSearch}
            aria-disabled={busy}
            onClick={(event) => {
              if (failed || event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              if (busy) return;
              focusNext.current = event.detail === 0 ? listings.size : null;
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
