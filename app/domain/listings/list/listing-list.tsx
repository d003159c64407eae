import { useLocation } from "react-router";
import { LoadingWaves } from "../../../platform/ui/feedback/loading-waves.tsx";
import { CardMarkup } from "../card/card-markup.tsx";
import { preloadLeadPhoto } from "../card/lead-photo.ts";
import type { RenderedCard, RenderedPage } from "../card/rendered-cards.server.tsx";
import styles from "./listing-list.module.css";
import { toAskWords } from "./to-ask.ts";

export interface ListingListProps {
  page: RenderedPage;
}

/**
 * Links to the next page, which script adds (`grow-list.ts`). The loader reads `depois`. Calendars that
 * nobody confirmed lately end a search by dates, so their section begins on whatever page they do.
 */
export function ListingList({ page }: ListingListProps) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (page.next) params.set("depois", page.next);
  const toAsk = page.cards.filter((card) => card.isToAsk);
  const others = page.cards.filter((card) => !card.isToAsk);
  if (page.lead) preloadLeadPhoto(page.lead);
  return (
    <>
      <div data-list>
        {others.length > 0 && <Cards cards={others} />}
        {toAsk.length > 0 && (
          <section className={styles.toAsk} aria-labelledby="pergunte-as-datas">
            <h2 id="pergunte-as-datas">{toAskWords.title}</h2>
            <p className="soft">{toAskWords.text}</p>
            <Cards cards={toAsk} />
          </section>
        )}
      </div>
      {page.next && (
        <div data-more>
          <p className={`${styles.more} note note--earth`} role="alert" hidden>
            Não conseguimos carregar mais anúncios. Confira a internet e tente de novo.
          </p>
          <p className={styles.more}>
            <a className="btn btn--line btn--big" href={`${pathname}?${params}`}>
              <span>Carregar mais</span>
              <span hidden>
                <LoadingWaves />
                Carregando...
              </span>
            </a>
          </p>
        </div>
      )}
    </>
  );
}

function Cards({ cards }: { cards: readonly RenderedCard[] }) {
  return (
    <div className={styles.list} data-rows>
      {cards.map((card) => (
        <CardMarkup key={card.id} card={card} />
      ))}
    </div>
  );
}
