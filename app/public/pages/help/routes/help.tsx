import type { HelpTopic } from "../../../../platform/ui/help/help-topics.ts";
import { Page, PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../../platform/web/site.server.ts";
import styles from "../help.module.css";
import { HelpContact } from "../help-contact.tsx";
import { helpSiteOf, listTopics } from "../help-text.server.ts";
import type { Route } from "./+types/help.ts";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

const groups: readonly { title: string; topics: readonly HelpTopic[] }[] = [
  { title: "Para começar", topics: ["conta", "anuncio", "precos"] },
  {
    title: "No dia a dia",
    topics: ["calendario", "hospedes", "confianca", "divulgar", "meus-anuncios"],
  },
  { title: "Plano e conta", topics: ["planos", "dados"] },
];

export function loader({ context }: Route.LoaderArgs) {
  const known = new Map(
    listTopics(helpSiteOf(context.get(siteContext))).map((listed) => [listed.topic, listed]),
  );
  return groups.map(({ title, topics }) => ({
    title,
    topics: topics.flatMap((topic) => known.get(topic) ?? []),
  }));
}

const lead = "Para quem anuncia: escolha o assunto. Cada página é curta e mostra as telas do site.";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Ajuda para quem anuncia",
    description:
      "Como criar a conta, publicar o anúncio, cuidar do calendário, responder hóspedes e pagar o plano, passo a passo e com as telas.",
  });
}

export default function HelpRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead title="Ajuda" lead={lead} />
      <div className={styles.groups}>
        {loaderData.map(({ title, topics }, index) => (
          <section key={title} aria-labelledby={`grupo-${index}`}>
            <h2 id={`grupo-${index}`}>{title}</h2>
            <ul className={styles.topics}>
              {topics.map((listed) => (
                <li key={listed.topic}>
                  <a href={`/ajuda/${listed.topic}`}>
                    <b>{listed.title}</b>
                    <span className="soft">{listed.description}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <HelpContact />
    </Page>
  );
}
