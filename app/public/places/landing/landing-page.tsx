import { CardMarkup } from "../../../domain/listings/card/card-markup.tsx";
import type { RenderedCard } from "../../../domain/listings/card/rendered-cards.server.tsx";
import listStyles from "../../../domain/listings/list/listing-list.module.css";
import { formatHouses } from "../../../domain/listings/listing.ts";
import { fromLocation, locationPath } from "../../../domain/region/locations.ts";
import choiceStyles from "../../../domain/region/region-choice.module.css";
import { RegionChoice } from "../../../domain/region/region-choice.tsx";
import { regionChoiceId } from "../../../domain/region/region-choice-part.tsx";
import { alertAddress, writeFilters } from "../../../domain/search/filters.ts";
import { Notice } from "../../../platform/ui/feedback/notice.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { IllustrationTag } from "../../../platform/ui/pictures/marks.tsx";
import { Scene } from "../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../platform/ui/prose/prose.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { type Step, Trail } from "../../../platform/ui/shell/trail.tsx";
import { capitalize } from "../../../platform/ui/words.ts";
import { Fold, sumUp } from "../../search/form/filter-fold.tsx";
import { SearchForm } from "../../search/form/search-form.tsx";
import { WatchNote } from "../../search/results/watch-note.tsx";
import { OtherPlaces } from "../nearby.tsx";
import { ArticleCard, TourList } from "../tour-card.tsx";
import styles from "./landing-page.module.css";
import type { LandingPage } from "./landing-pages.server.ts";
import { headingOf, whereOf } from "./landing-words.ts";

interface LandingProps {
  page: LandingPage;
  cards: readonly RenderedCard[];
  day: string;
}

/** A location's listings, or those of one selection, with what there is around. */
export function Landing({ page, cards, day }: LandingProps) {
  const { text, selection, listings, total, filters } = page;
  const where = whereOf(text);
  const all = pageAddress("/search", writeFilters(filters));
  return (
    <div className={`wrap ${styles.page}`}>
      <Trail steps={stepsTo(page)} />
      <h1>{headingOf(page)}</h1>
      <div className={`${styles.seek} water`}>
        <Fold line={sumUp(filters, day)}>
          <SearchForm day={day} parsed={{ filters, problems: {} }} compact />
        </Fold>
      </div>
      <div className={styles.opening}>
        <div className={styles.words}>
          {selection ? <p>{selection.advice}</p> : <Prose html={text.html} />}
          <Selections page={page} />
        </div>
        <div className={styles.picture}>
          <Scene name={text.imagem} alt={text.alt} sizes="(min-width: 60rem) 32rem, 100vw" first />
          <IllustrationTag className={styles.tag} />
        </div>
      </div>
      <section aria-labelledby="casas">
        {listings.length > 0 ? (
          <>
            <div className={styles.head}>
              <h2 id="casas">{countInWords(page)}</h2>
            </div>
            <div className={`${listStyles.list} ${listStyles.complete}`}>
              {cards.map((card) => (
                <CardMarkup key={card.id} card={card} />
              ))}
            </div>
            <p className={listStyles.more}>
              <Link className="btn btn--line btn--big" to={all}>
                {total > listings.length
                  ? `Ver as ${formatHouses(total)} na busca`
                  : "Buscar por datas"}
              </Link>
            </p>
            <WatchNote filters={filters} />
          </>
        ) : (
          <Notice
            wide
            picture="vazio-pier"
            title={`Ainda não há anúncio ${where}`}
            action={
              <>
                <a className="btn" href={`#${regionChoiceId}`}>
                  Ver outros lugares
                </a>
                <Link className="btn btn--line" to={alertAddress(filters)}>
                  <Icon name="bell" />
                  Avise-me
                </Link>
                <Link className="link" to="/plans">
                  Anunciar uma casa
                </Link>
              </>
            }
          >
            O píer está livre. Veja as casas dos lugares vizinhos, ou volte daqui a uns dias.
          </Notice>
        )}
      </section>
      <section className={choiceStyles.choice} aria-labelledby={regionChoiceId}>
        <RegionChoice title="No mapa da região" counts={null} current={text.lugar} />
      </section>
      <OtherPlaces
        title={`O que visitar, a partir ${fromLocation(text.lugar)}`}
        places={page.places}
      />
      <section aria-labelledby="artigos">
        <div className={styles.head}>
          <h2 id="artigos">Para ler antes de ir</h2>
        </div>
        <TourList>
          {page.articles.map((article) => (
            <ArticleCard key={article.id} article={article} level={3} />
          ))}
        </TourList>
      </section>
    </div>
  );
}

function stepsTo({ text, selection }: LandingPage): Step[] {
  const home = { name: "Início", to: "/" };
  if (!selection) return [home, { name: text.lugar }];
  return [
    home,
    { name: text.lugar, to: locationPath(text.lugar) },
    { name: capitalize(selection.words) },
  ];
}

function Selections({ page: { text, selection, others } }: { page: LandingPage }) {
  if (others.length === 0 && !selection) return null;
  return (
    <ul className={styles.selections} aria-label={`Casas ${whereOf(text)}`}>
      {selection && (
        <li>
          <Link to={locationPath(text.lugar)}>Todas</Link>
        </li>
      )}
      {others.map(({ selection: { slug, words }, count }) => (
        <li key={slug}>
          <Link to={locationPath(text.lugar, slug)}>
            {capitalize(words)} <b>{count}</b>
            <span className="visually-hidden"> casas</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function countInWords({ total, selection, text }: LandingPage): string {
  return [formatHouses(total), selection?.words, whereOf(text)].filter(Boolean).join(" ");
}
