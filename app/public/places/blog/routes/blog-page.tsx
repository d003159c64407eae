import { Page, PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { ArticleCard, TourList } from "../../tour-card.tsx";
import { listArticles } from "../articles.server.ts";
import type { Route } from "./+types/blog-page.ts";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

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
    <Page>
      <PageHead title="Blog" lead={lead} />
      <TourList>
        {articles.map((article, index) => (
          <ArticleCard key={article.id} article={article} first={index === 0} />
        ))}
      </TourList>
    </Page>
  );
}
