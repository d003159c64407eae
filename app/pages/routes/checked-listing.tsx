import type { PageHandle } from "../../delivery/public-page.ts";
import { Link } from "../../ui/link.tsx";
import { Scene } from "../../ui/pictures/scene.tsx";
import { Prose } from "../../ui/prose/prose.tsx";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { checkedListing } from "../text-pages.server.ts";
import type { Route } from "./+types/checked-listing.ts";
import styles from "./checked-listing.module.css";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader() {
  return checkedListing;
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

export default function CheckedListing({ loaderData }: Route.ComponentProps) {
  const { title, description, parts } = loaderData;
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
