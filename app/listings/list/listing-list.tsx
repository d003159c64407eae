import { type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Link, PrefetchPageLinks, useFetcher, useLocation, useNavigate } from "react-router";
import { preloadRoute } from "../../delivery/hydration/preload-route.ts";
import { sendVisit } from "../../site/send-visit.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { useIsHydrated } from "../../ui/use-is-hydrated.ts";
import { CardMarkup } from "../card/card-markup.tsx";
import { preloadLeadPhoto } from "../card/lead-photo.ts";
import type { RenderedCard, RenderedPage } from "../card/rendered-cards.server.tsx";
import { addPage, readAddedPages } from "./added-pages.ts";
import styles from "./listing-list.module.css";
import { toAskWords } from "./to-ask.ts";

interface ListingPageData {
  page: RenderedPage;
  count?: string;
}

export interface ListingListProps {
  page: RenderedPage;
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

function ExtendedList({ page, failed = false }: ListingListProps) {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const fetcher = useFetcher<ListingPageData>();
  const isHydrated = useIsHydrated();
  const [added, setAdded] = useState<readonly RenderedPage[] | null>(null);
  const more = added ?? (isHydrated ? readAddedPages(key) : []);
  /** Address that a visitor points at. */
  const [intended, setIntended] = useState<string | null>(null);
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
  const cards = new Map(pages.flatMap((each) => each.cards).map((card) => [card.id, card]));
  const next = pages.at(-1)?.next;
  const busy = fetcher.state !== "idle";
  const params = new URLSearchParams(search);
  if (next) params.set("depois", next);
  const nextSearch = `?${params}`;

  /** The cards' links are plain, and would load a document. */
  function open(event: MouseEvent) {
    const path = pathOfCard(event);
    if (!path || event.button !== 0 || isModified(event)) return;
    event.preventDefault();
    navigate(path, { viewTransition: true });
  }
  const intend = (event: SyntheticEvent) => setIntended(pathOfCard(event) ?? intended);

  const shown = [...cards.values()];
  const toAsk = shown.filter((card) => card.isToAsk);
  if (page.lead) preloadLeadPhoto(page.lead);
  const renderCards = (some: readonly RenderedCard[]) => (
    <div className={styles.list} data-rows>
      {some.map((card) => (
        <CardMarkup key={card.id} card={card} />
      ))}
    </div>
  );

  return (
    <>
      {/* biome-ignore lint/a11y: follows the links in it */}
      <div ref={lists} onClick={open} onPointerOver={intend} onFocus={intend}>
        {toAsk.length < shown.length && renderCards(shown.filter((card) => !card.isToAsk))}
        {toAsk.length > 0 && (
          <section className={styles.toAsk} aria-labelledby="pergunte-as-datas">
            <h2 id="pergunte-as-datas">{toAskWords.title}</h2>
            <p className="soft">{toAskWords.text}</p>
            {renderCards(toAsk)}
          </section>
        )}
      </div>
      {intended && <PrefetchPageLinks page={intended} />}
      {failed && (
        <p className={`${styles.more} note note--earth`} role="alert">
          Não conseguimos carregar mais anúncios. Confira a internet e tente de novo.
        </p>
      )}
      {next && (
        <p className={styles.more}>
          <Link
            ref={link}
            discover="none"
            className="btn btn--line btn--big"
            to={nextSearch}
            aria-disabled={busy}
            onClick={(event) => {
              if (failed || isModified(event)) return;
              event.preventDefault();
              if (busy) return;
              focusNext.current = event.detail === 0 ? cards.size : null;
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

function pathOfCard({ target }: SyntheticEvent): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("h3 a") : null;
  return link && link.pathname + link.search;
}

/** True for a click that opens a link elsewhere. */
function isModified({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
