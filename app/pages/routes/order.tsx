import { aboutFeatured, planOffers } from "../../accounts/plans/plan-offers.ts";
import type { PageHandle } from "../../delivery/public-page.ts";
import { Link } from "../../ui/link.tsx";
import { Prose } from "../../ui/prose/prose.tsx";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { describeOrders } from "../list-orders.server.ts";
import { listOrdering } from "../text-pages.server.ts";
import type { Route } from "./+types/order.ts";
import styles from "./order.module.css";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader() {
  return { text: listOrdering, orders: describeOrders(), sold: listSold() };
}

/** What the dearer plan has and the cheaper one lacks. */
function listSold(): { name: string; extras: readonly string[] }[] {
  return planOffers.flatMap(({ name, extras }) => (extras.length > 0 ? [{ name, extras }] : []));
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData.text;
  return pageMeta(args, { title, description });
}

export default function OrderRoute({ loaderData: { text, orders, sold } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead title={text.title} lead="Posição não se vende. A ordem de cada lista é esta." />
      <div className={styles.columns}>
        <section className={styles.lists} aria-labelledby="listas">
          <h2 id="listas">Lista por lista</h2>
          <dl className={styles.orders}>
            {orders.map(({ titles, rules }) => (
              <div key={titles.join()}>
                <dt>
                  {titles.map((title) => (
                    <span key={title}>{title}</span>
                  ))}
                </dt>
                <dd>
                  <Rules rules={rules} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section className={`${styles.sold} water`} aria-labelledby="dinheiro">
          <h2 id="dinheiro">O que o dinheiro compra</h2>
          <p>
            Todo plano põe o anúncio nas mesmas listas, na mesma ordem.
            {sold.map(({ name }) => ` O ${name} tem a mais:`)}
          </p>
          {sold.map(({ name, extras }) => (
            <ul key={name}>
              {extras.map((extra) => (
                <li key={extra}>{extra}</li>
              ))}
            </ul>
          ))}
          <p>{aboutFeatured}</p>
          <p>
            <Link to="/plans">Ver os planos</Link>
          </p>
        </section>
        <div className={styles.parts}>
          {text.parts.map((part) => (
            <section key={part.title}>
              <h2>{part.title}</h2>
              <Prose html={part.html} />
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}

function Rules({ rules }: { rules: readonly string[] }) {
  if (rules.length === 1) return <p>{rules[0]}</p>;
  return (
    <ol>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  );
}
