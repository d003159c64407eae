import type { StaticPageHandle } from "../../hydration/hydration-data.ts";
import type { PublicPageHandle } from "../../site/public-page.ts";
import { PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { listArticles } from "../articles.server.ts";
import { ArticleCard } from "../tour-card.tsx";
import type { Route } from "./+types/blog.ts";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true },
} satisfies StaticPageHandle & PublicPageHandle;

export function loader() {
  return { articles: listArticles() };
}

const lead =
  "Para quem vem ao lago e à serra, e para quem recebe: estação, estrada, fotos, calendário e preço.";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, { title: "Blog", description: lead });
}

export default function Blog({ loaderData: { articles } }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <PageHead title="Blog" lead={lead} />
      <div className="tours">
        {articles.map((article, index) => (
          <ArticleCard key={article.id} article={article} first={index === 0} />
        ))}
      </div>
    </div>
  );
}
