import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Link } from "../platform/ui/link.tsx";
import styles from "./panel.module.css";

const pages = [
  ["/operador", "Hoje"],
  ["/operador/anunciantes", "Anunciantes"],
  ["/operador/anuncios", "Anúncios"],
  ["/operador/denuncias", "Para resolver"],
  ["/operador/mais", "Mais"],
] as const;

/** Pages that 'Mais' links. */
export const morePages = [
  ["/operador/mensagens", "Mensagens"],
  ["/operador/pagamentos", "Pagamentos"],
  ["/operador/depoimentos", "Depoimentos"],
  ["/operador/emails", "E-mails"],
  ["/operador/registro", "Registro"],
] as const;

export interface PanelProps {
  /** Number of cases in the queue 'Para resolver'. */
  cases: number;
  version: string;
  children: ReactNode;
}

export function Panel({ cases, version, children }: PanelProps) {
  const { pathname } = useLocation();
  const current = pages.find(([to]) => to === pathname)?.[0] ?? "/operador/mais";
  return (
    <div className={`wrap ${styles.panel}`}>
      <nav className={styles.nav} aria-label="Operação">
        <ul>
          {pages.map(([to, text]) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === pathname ? "page" : to === current ? "true" : undefined}
              >
                {text}
                {to === "/operador/denuncias" && cases > 0 && (
                  <b>
                    {cases}
                    <span className="visually-hidden"> à espera</span>
                  </b>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.main}>{children}</div>
      <footer className={`small soft ${styles.version}`}>{version}</footer>
    </div>
  );
}

export interface PanelHeadProps {
  title: string;
  aside?: ReactNode;
}

export function PanelHead({ title, aside }: PanelHeadProps) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {aside && <p className="small soft">{aside}</p>}
    </header>
  );
}

export function NextPage({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <p>
      <Link className="btn btn--line" to={to}>
        Mostrar mais
      </Link>
    </p>
  );
}
