import { data } from "react-router";
import { MissingPage } from "../../../../platform/ui/feedback/notice.tsx";
import { helpTopicNames, isHelpTopic } from "../../../../platform/ui/help/help-topics.ts";
import { Icon } from "../../../../platform/ui/icon.tsx";
import { Prose } from "../../../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta, privatePageMeta } from "../../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../../platform/web/site.server.ts";
import { WithContents } from "../../with-contents.tsx";
import styles from "../help.module.css";
import { HelpContact } from "../help-contact.tsx";
import { type HelpScreen, helpSiteOf, listTopics, readTopic } from "../help-text.server.ts";
import type { Route } from "./+types/topic.ts";

export const handle = { publicPage: {} } satisfies PageHandle;

export function loader({ context, params: { topico } }: Route.LoaderArgs) {
  if (!isHelpTopic(topico)) throw data(null, { status: 404 });
  const site = helpSiteOf(context.get(siteContext));
  const following = helpTopicNames[helpTopicNames.indexOf(topico) + 1];
  return {
    text: readTopic(topico, site),
    next: listTopics(site).find(({ topic }) => topic === following) ?? null,
  };
}

const notFoundMessage = "Página de ajuda não encontrada";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return privatePageMeta(notFoundMessage);
  const { topic, title, description } = args.loaderData.text;
  return pageMeta(args, { title: `${title}: ajuda`, description, address: `/ajuda/${topic}` });
}

export default function HelpTopicRoute({ loaderData: { text, next } }: Route.ComponentProps) {
  const { title, description, intro, sections } = text;
  const firstShown = sections.find(({ screen }) => screen)?.id;
  return (
    <Page>
      <PageHead title={title} lead={description} back={{ to: "/ajuda", text: "Ajuda" }} />
      <WithContents label="Nesta página" parts={sections}>
        <div className={styles.parts}>
          {intro && <Prose html={intro} className={styles.text} />}
          {sections.map(({ id, title: heading, html, screen }) => (
            <section key={id} aria-labelledby={id} data-pictured={screen ? "" : undefined}>
              <div>
                <h2 id={id}>{heading}</h2>
                <Prose html={html} className={styles.text} />
              </div>
              {screen && <Screen screen={screen} isFirst={id === firstShown} />}
            </section>
          ))}
          <div className={styles.onward}>
            {next && (
              <a className="btn btn--line" href={`/ajuda/${next.topic}`}>
                {`A seguir: ${next.title}`}
                <Icon name="arrow-right" />
              </a>
            )}
            <HelpContact />
          </div>
        </div>
      </WithContents>
    </Page>
  );
}

function Screen({ screen, isFirst }: { screen: HelpScreen; isFirst: boolean }) {
  const { src, alt, width, height } = screen;
  return (
    <img
      className={styles.screen}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : "lazy"}
      decoding="async"
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const all = (
    <a className="btn" href="/ajuda">
      Ver toda a ajuda
    </a>
  );
  return (
    <MissingPage error={error} title={notFoundMessage} action={all}>
      O endereço pode ter um erro de digitação. Todos os assuntos estão em uma página só.
    </MissingPage>
  );
}
