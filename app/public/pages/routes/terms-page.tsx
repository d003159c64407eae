import { Prose } from "../../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { findTerms } from "../text-pages.server.ts";
import { WithContents } from "../with-contents.tsx";
import type { Route } from "./+types/terms-page.ts";
import styles from "./terms-page.module.css";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  const { contact, retention, runner } = context.get(siteContext);
  return findTerms({ email: contact.email, retention, runner });
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  const { title, description, date, parts } = loaderData;
  return (
    <Page>
      <PageHead title={title} lead={description}>
        <p className="small soft">Em vigor desde {date}</p>
      </PageHead>
      <WithContents
        label="Índice dos termos"
        parts={parts.map(({ title }, index) => ({ id: String(index + 1), title }))}
      >
        <div className={styles.parts}>
          {parts.map((part, index) => (
            <section key={part.title} aria-labelledby={String(index + 1)}>
              <h2 id={String(index + 1)}>{part.title}</h2>
              <Prose html={part.html} className={styles.text} />
            </section>
          ))}
        </div>
      </WithContents>
    </Page>
  );
}
