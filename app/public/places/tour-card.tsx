import type { ReactNode } from "react";
import { Link } from "../../platform/ui/link.tsx";
import { IllustrationTag, LocationLine } from "../../platform/ui/pictures/marks.tsx";
import { Scene } from "../../platform/ui/pictures/scene.tsx";
import type { SceneName } from "../../platform/ui/pictures/scene-names.ts";
import type { ArticleSummary } from "./blog/article.ts";
import type { PlaceSummary } from "./spots/place.ts";
import styles from "./tour-card.module.css";

export function PlaceCard({ place, first }: { place: PlaceSummary; first: boolean }) {
  return (
    <TourCard
      to={`/detalhes/${place.id}`}
      image={place.imagem}
      alt={place.alt}
      title={place.nome}
      description={place.resumo}
      more="Mais informações"
      first={first}
    >
      <LocationLine name={place.localizacao} />
    </TourCard>
  );
}

export interface ArticleCardProps {
  article: ArticleSummary;
  /** Level of the card's heading; 3 below another heading. */
  level?: 2 | 3;
  /** True to preload the card's picture. */
  first?: boolean;
}

export function ArticleCard({ article, level, first }: ArticleCardProps) {
  const { slug, image, alt, title, description, date } = article;
  return (
    <TourCard
      to={`/blog/${slug}`}
      image={image}
      alt={alt}
      title={title}
      description={description}
      more="Ler o artigo"
      level={level}
      first={first}
    >
      <time className="small soft" dateTime={date.civil}>
        {date.written}
      </time>
    </TourCard>
  );
}

export function TourList({ children }: { children: ReactNode }) {
  return <div className={styles.tours}>{children}</div>;
}

interface TourCardProps {
  to: string;
  image: SceneName;
  alt: string;
  title: string;
  description: string;
  more: string;
  level?: 2 | 3;
  first?: boolean;
  children: ReactNode;
}

const sizes = "(min-width: 81.5rem) 37.5rem, (min-width: 48rem) 44vw, 100vw";

function TourCard({
  to,
  image,
  alt,
  title,
  description,
  more,
  level = 2,
  first = false,
  children,
}: TourCardProps) {
  const Title = `h${level}` as const;
  return (
    <article className={styles.tour}>
      <div className={styles.picture}>
        <Scene name={image} alt={alt} sizes={sizes} first={first} />
        <IllustrationTag className={styles.tag} />
      </div>
      <div className={styles.body}>
        {children}
        <Title>{title}</Title>
        <p className="soft">{description}</p>
        <Link className="link" to={to}>
          {more}
          <span className="visually-hidden">: {title}</span>
        </Link>
      </div>
    </article>
  );
}
