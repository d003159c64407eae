import { Link } from "react-router";
import type { StaticPageHandle } from "../../hydration/hydration-data.ts";
import type { PageHandle } from "../../site/route-pattern.ts";
import { Scene } from "../../ui/pictures/scene.tsx";
import { Prose } from "../../ui/prose/prose.tsx";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { howItWorks } from "../text-pages.server.ts";
import type { Route } from "./+types/how-it-works.ts";
import styles from "./how-it-works.module.css";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true },
} satisfies StaticPageHandle & PageHandle;

export function loader() {
  return howItWorks;
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

export default function HowItWorks({ loaderData }: Route.ComponentProps) {
  const { title, description, parts } = loaderData;
  return (
    <Page>
      <PageHead title={title} lead={description} />
      <div className={styles.columns}>
        <ol className={styles.steps}>
          {parts.map((step) => (
            <li key={step.title}>
              <div>
                <h2>{step.title}</h2>
                <Prose html={step.html} />
              </div>
            </li>
          ))}
        </ol>
        <aside aria-label="Comece agora">
          <Scene name="varanda" alt="" sizes="(min-width: 60rem) 28rem, 100vw" />
          <div className={`${styles.start} water`}>
            <p>Grátis por 6 meses para os primeiros anunciantes.</p>
            <Link className="btn btn--big" to="/register">
              Criar minha conta
            </Link>
            <Link className="btn btn--big btn--line" to="/plans">
              Ver os planos
            </Link>
          </div>
        </aside>
      </div>
    </Page>
  );
}
