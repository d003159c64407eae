import { Link } from "../../../platform/ui/link.tsx";
import { Scene } from "../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { howItWorks, howItWorksForGuests } from "../text-pages.server.ts";
import type { Route } from "./+types/how-it-works.ts";
import styles from "./how-it-works.module.css";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader() {
  return { owners: howItWorks, guests: howItWorksForGuests };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData.owners;
  return pageMeta(args, { title, description });
}

export default function HowItWorks({ loaderData }: Route.ComponentProps) {
  const { owners, guests } = loaderData;
  return (
    <Page>
      <PageHead title={owners.title} lead="Aqui quem procura fala direto com quem aluga.">
        <nav className={styles.halves} aria-label="Nesta página">
          <a className="link" href="#hospedes">
            {guests.title}
          </a>
          <a className="link" href="#donos">
            Para quem anuncia
          </a>
        </nav>
      </PageHead>
      <section id="hospedes" className={styles.half} aria-labelledby="titulo-hospedes">
        <h2 id="titulo-hospedes">{guests.title}</h2>
        <p className="soft">{guests.description}</p>
        <Steps parts={guests.parts} />
      </section>
      <section id="donos" className={styles.half} aria-labelledby="titulo-donos">
        <h2 id="titulo-donos">Para quem anuncia</h2>
        <p className="soft">Cinco passos, da conta ao anúncio no ar.</p>
        <div className={styles.columns}>
          <Steps parts={owners.parts} />
          <aside aria-label="Comece agora">
            <Scene name="varanda" alt="" sizes="(min-width: 60rem) 28rem, 100vw" />
            <div className={`${styles.start} water`}>
              <Link className="btn btn--big" to="/register">
                Criar minha conta
              </Link>
              <Link className="btn btn--big btn--line" to="/plans">
                Ver os planos
              </Link>
            </div>
          </aside>
        </div>
      </section>
    </Page>
  );
}

function Steps({ parts }: { parts: { title: string; html: string }[] }) {
  return (
    <ol className={styles.steps}>
      {parts.map((step) => (
        <li key={step.title}>
          <div>
            <h3>{step.title}</h3>
            <Prose html={step.html} />
          </div>
        </li>
      ))}
    </ol>
  );
}
