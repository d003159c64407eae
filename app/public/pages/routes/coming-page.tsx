import { data } from "react-router";
import { today } from "../../../domain/calendar/civil-date.ts";
import { WideFrame } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { Scene, sharedScene } from "../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { coming, openingMonth } from "../coming-texts.ts";
import { findNotice } from "../text-pages.server.ts";
import type { Route } from "./+types/coming-page.ts";
import styles from "./coming-page.module.css";

export const handle = { publicPage: {} } satisfies PageHandle;

export function loader({ url }: Route.LoaderArgs) {
  const slug = url.pathname.replace(/^\/|\/$/g, "");
  const page = coming[slug];
  const html = findNotice(slug);
  if (!page || !html) throw data(null, { status: 404 });
  return { ...page, html, month: openingMonth(today()) };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, image } = args.loaderData;
  return pageMeta(args, {
    title,
    description: `${title} no Lago de Furnas e na Serra da Canastra: em breve.`,
    image: sharedScene(image, "Desenho da região"),
    unlisted: true,
  });
}

export default function ComingRoute({ loaderData }: Route.ComponentProps) {
  const { title, image, next, html, month } = loaderData;
  return (
    <Page className={styles.coming}>
      <PageHead title={title} />
      <WideFrame
        picture={<Scene name={image} alt="" sizes="(min-width: 60rem) 42rem, 100vw" first />}
      >
        <h2>Em desenvolvimento</h2>
        <Prose html={html} className={styles.text} />
        {month && (
          <p>
            Volte em <strong>{month}</strong>.
          </p>
        )}
        <p className={styles.ways}>
          <Link className="btn" to={next.to}>
            {next.text}
          </Link>
          <Link className="btn btn--line" to="/">
            Voltar para o início
          </Link>
        </p>
      </WideFrame>
    </Page>
  );
}
