import { Link } from "../../../platform/ui/link.tsx";
import { Scene, sharedScene } from "../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { about } from "../text-pages.server.ts";
import type { Route } from "./+types/about.ts";
import styles from "./about.module.css";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader() {
  return about;
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  const image = sharedScene("baloes", "Balões ao amanhecer, desenhados");
  return pageMeta(args, { title, description, image });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { title, intro, parts } = loaderData;
  return (
    <div className={styles.about}>
      <div className={styles.cover}>
        <Scene name="baloes" alt="" sizes="100vw" first />
      </div>
      <Page className={styles.page}>
        <div className={styles.opening}>
          <PageHead title={title} />
          <Prose html={intro} className={styles.introText} />
        </div>
        <div className={styles.parts}>
          {parts.map((part) => (
            <section key={part.title}>
              <h2>{part.title}</h2>
              <Prose html={part.html} className={styles.text} />
            </section>
          ))}
        </div>
        <p className={styles.ways}>
          <Link className="btn btn--big" to="/">
            Ver ranchos e casas
          </Link>
          <Link className="btn btn--big btn--line" to="/plans">
            Anunciar meu imóvel
          </Link>
        </p>
      </Page>
    </div>
  );
}
