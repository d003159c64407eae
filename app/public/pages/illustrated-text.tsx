import { Link } from "../../platform/ui/link.tsx";
import { Scene } from "../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../platform/ui/shell/page-head.tsx";
import styles from "./illustrated-text.module.css";
import type { TextPage } from "./text-pages.server.ts";

/** A page that explains something about the ads. */
export function IllustratedText({ page: { title, description, parts } }: { page: TextPage }) {
  return (
    <Page>
      <PageHead title={title} lead={description} />
      <div className={styles.columns}>
        <div className={styles.parts}>
          {parts.map((part) => (
            <section key={part.title}>
              <h2>{part.title}</h2>
              <Prose html={part.html} />
            </section>
          ))}
          <p>
            <Link className="btn" to="/">
              Ver os anúncios
            </Link>
          </p>
        </div>
        <Scene name="varanda" alt="" sizes="(min-width: 60rem) 28rem, 100vw" />
      </div>
    </Page>
  );
}
