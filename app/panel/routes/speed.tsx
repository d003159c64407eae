import { Link } from "react-router";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { formatVital } from "../../vitals/vital-amount.ts";
import { summarizeVitals } from "../../vitals/vitals.server.ts";
import { PanelHead } from "../panel.tsx";
import styles from "../speed.module.css";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/speed.ts";

const periods = [7, 30, 90];

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const requested = Number(url.searchParams.get("dias"));
  const days = periods.find((period) => period === requested) ?? 7;
  const rows = await summarizeVitals(context.get(siteContext).db, days);
  return { days, routes: [...Map.groupBy(rows, ({ route }) => route)] };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Velocidade das páginas");
}

export default function SpeedRoute({ loaderData }: Route.ComponentProps) {
  const { days, routes } = loaderData;
  return (
    <>
      <PanelHead title="Velocidade das páginas" aside={`Nos últimos ${days} dias`} />
      <nav className={styles.periods} aria-label="Período">
        {periods.map((period) => (
          <Link
            key={period}
            className="btn btn--line"
            to={`/operador/velocidade?dias=${period}`}
            aria-current={period === days ? "page" : undefined}
          >
            {period} dias
          </Link>
        ))}
      </nav>
      <p className="small soft">
        O que os visitantes viveram, em milissegundos: metade deles até p50, três em cada quatro até
        p75. LCP bom é até 2500, INP até 200; CLS, sem unidade, até 0,1.
      </p>
      {routes.length === 0 && <p className="soft">Nenhuma medida neste período ainda.</p>}
      {routes.map(([route, metrics]) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari's keyboard scrolls only what has the focus.
        <section key={route} className={styles.route} aria-label={route} tabIndex={0}>
          <h2>{route}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Medida</th>
                <th scope="col">Vezes</th>
                <th scope="col">p50</th>
                <th scope="col">p75</th>
                <th scope="col">p95</th>
              </tr>
            </thead>
            <tbody>
              {metrics.map(({ metric, count, p50, p75, p95 }) => (
                <tr key={metric}>
                  <th scope="row">{metric}</th>
                  <td>{count}</td>
                  <td>{formatVital(metric, p50)}</td>
                  <td>{formatVital(metric, p75)}</td>
                  <td>{formatVital(metric, p95)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
