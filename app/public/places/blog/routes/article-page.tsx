import { data } from "react-router";
import { MissingPage } from "../../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../../platform/ui/link.tsx";
import { IllustrationTag } from "../../../../platform/ui/pictures/marks.tsx";
import { Scene, sharedScene } from "../../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../../platform/ui/prose/prose.tsx";
import { PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta, privatePageMeta, siteUrlOf } from "../../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { describeArticle } from "../../spots/place-structured-data.ts";
import { ArticleCard, TourList } from "../../tour-card.tsx";
import { findArticle, listArticles } from "../articles.server.ts";
import type { Route } from "./+types/article-page.ts";
import styles from "./article-page.module.css";

const shownBelow = 2;

const notFoundMessage = "Artigo não encontrado";

export const handle = { publicPage: {} } satisfies PageHandle;

export function loader({ params }: Route.LoaderArgs) {
  const article = findArticle(params.slug);
  if (!article) throw data(null, { status: 404 });
  return { article, others: listArticles({ except: article.id }).slice(0, shownBelow) };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return privatePageMeta(notFoundMessage);
  const { article } = args.loaderData;
  const { slug, title, description, image, alt } = article;
  return pageMeta(args, {
    title,
    description,
    address: `/blog/${slug}`,
    type: "article",
    image: sharedScene(image, alt),
    structuredData: [describeArticle(siteUrlOf(args), article)],
  });
}

export default function ArticleRoute({ loaderData: { article, others } }: Route.ComponentProps) {
  const { title, description, date, minutes, image, alt, html } = article;
  return (
    <>
      <article className={`wrap ${styles.article}`}>
        <PageHead
          title={title}
          lead={description}
          back={{ to: "/blog", text: "Blog" }}
          className={styles.head}
        >
          <p className="small soft">
            <time dateTime={date.civil}>{date.written}</time>
            {`, ${minutes} min de leitura`}
          </p>
        </PageHead>
        <div className={styles.picture}>
          <Scene name={image} alt={alt} sizes="(min-width: 64rem) 60rem, 100vw" first />
          <IllustrationTag className={styles.tag} />
        </div>
        <Prose html={html} className={styles.text} />
      </article>
      <aside className={`wrap ${styles.others}`} aria-labelledby="outros">
        <h2 id="outros">Leia também</h2>
        <TourList>
          {others.map((other) => (
            <ArticleCard key={other.id} article={other} level={3} />
          ))}
        </TourList>
      </aside>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const all = (
    <Link className="btn" to="/blog">
      Ver todos os artigos
    </Link>
  );
  return (
    <MissingPage error={error} title={notFoundMessage} action={all}>
      O endereço pode ter um erro de digitação. O blog tem outros para ler.
    </MissingPage>
  );
}
