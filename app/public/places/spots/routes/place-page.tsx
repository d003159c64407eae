import { data } from "react-router";
import { allListingsTag } from "../../../../domain/listings/listing-tags.ts";
import { locationPath } from "../../../../domain/region/locations.ts";
import { noFilters } from "../../../../domain/search/filters.ts";
import { searchListings } from "../../../../domain/search/search.server.ts";
import { MissingPage } from "../../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../../platform/ui/link.tsx";
import { IllustrationTag, LocationLine } from "../../../../platform/ui/pictures/marks.tsx";
import { Scene, sharedScene } from "../../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../../platform/ui/prose/prose.tsx";
import { PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta, privatePageMeta, siteUrlOf } from "../../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../../platform/web/site.server.ts";
import { NearbyListings, OtherPlaces } from "../../nearby.tsx";
import { placeFacts } from "../place.ts";
import { PlaceMap } from "../place-map.tsx";
import { describePlace } from "../place-structured-data.ts";
import { findPlace, listPlaces, listRoadsTo } from "../places.server.ts";
import type { Route } from "./+types/place-page.ts";
import styles from "./place-page.module.css";

const shownBelow = 4;

const notFoundMessage = "Local não encontrado";

export const handle = {
  publicPage: {
    dependsOn: ({ id = "" }) => (/^\d{1,9}$/.test(id) ? [allListingsTag] : null),
  },
} satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const place = findPlace(params.id);
  if (!place) throw data(notFoundMessage, { status: 404 });
  const filters = { ...noFilters, localizacao: place.localizacao };
  const { listings } = await searchListings(db, filters);
  const others = listPlaces({ except: place.id });
  const next = others.findIndex(({ id }) => id > place.id);
  const after = next > 0 ? [...others.slice(next), ...others.slice(0, next)] : others;
  return {
    place,
    roads: listRoadsTo(place.id),
    listings: listings.slice(0, shownBelow),
    others: after.slice(0, shownBelow),
  };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return privatePageMeta(notFoundMessage);
  const { place } = args.loaderData;
  return pageMeta(args, {
    title: `${place.nome}, ${place.localizacao}`,
    description: place.resumo,
    address: `/detalhes/${place.id}`,
    image: sharedScene(place.imagem, place.alt),
    structuredData: [describePlace(siteUrlOf(args), place)],
  });
}

export default function PlaceRoute({
  loaderData: { place, roads, listings, others },
}: Route.ComponentProps) {
  return (
    <article>
      <div className={styles.cover}>
        <Scene name={place.imagem} alt={place.alt} sizes="100vw" first />
        <IllustrationTag className={styles.tag} />
      </div>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.telling}>
          <PageHead title={place.nome} back={{ to: "/onde-visitar", text: "Onde visitar" }}>
            <LocationLine name={place.localizacao} />
          </PageHead>
          <Prose html={place.intro} className={styles.opening} />
          <dl className={styles.facts}>
            {placeFacts.map(({ name, label }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{place[name]}</dd>
              </div>
            ))}
          </dl>
          <Prose html={place.descricao} />
        </div>
        <section className={styles.where} aria-labelledby="mapa">
          <h2 id="mapa">No mapa</h2>
          <PlaceMap key={place.id} place={place} />
          <h3>De carro até lá</h3>
          <ul className={styles.roads}>
            {roads.map(({ localizacao, drive }) => (
              <li key={localizacao}>
                <Link to={locationPath(localizacao)}>{localizacao}</Link> {drive}
              </li>
            ))}
          </ul>
          <p className="small soft">
            Tempos aproximados{place.id === 1 ? ", até o embarque" : ""}. Do outro lado do lago
            vai-se de balsa ou dando a volta.
          </p>
        </section>
      </div>
      <div className={`wrap ${styles.below}`}>
        <NearbyListings localizacao={place.localizacao} listings={listings} />
        <OtherPlaces places={others} />
      </div>
    </article>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const all = (
    <Link className="btn" to="/onde-visitar">
      Ver todos os lugares
    </Link>
  );
  return (
    <MissingPage error={error} title={notFoundMessage} action={all}>
      Não temos esse lugar no mapa. Há outros para conhecer.
    </MissingPage>
  );
}
