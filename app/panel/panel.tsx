import { type ReactNode, useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import styles from "./panel.module.css";

export interface PanelProps {
  counts: {
    cases: number;
    messages: number;
    payments: number;
    emails: number;
  };
  version: string;
  children: ReactNode;
}

export function Panel({ counts, version, children }: PanelProps) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // On phones the list scrolls sideways, and may begin with other pages' names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is marked changes with it
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (current) list.current?.scrollTo({ left: current.offsetLeft - window.innerWidth / 3 });
  }, [pathname]);
  const pages: [to: string, text: string, count?: number][] = [
    ["/operador", "Hoje"],
    ["/operador/anunciantes", "Anunciantes"],
    ["/operador/anuncios", "Anúncios"],
    ["/operador/denuncias", "Para resolver", counts.cases],
    ["/operador/mensagens", "Mensagens", counts.messages],
    ["/operador/depoimentos", "Depoimentos"],
    ["/operador/pagamentos", "Pagamentos", counts.payments],
    ["/operador/emails", "E-mails", counts.emails],
    ["/operador/registro", "Registro"],
    ["/operador/fator", "Segundo fator"],
  ];
  return (
    <div className={`wrap ${styles.panel}`}>
      <nav className={styles.nav} aria-label="Operação">
        <ul ref={list}>
          {pages.map(([to, text, count = 0]) => (
            <li key={to}>
              <NavLink to={to} end={to === "/operador"} viewTransition>
                {text}
                {count > 0 && (
                  <b>
                    {count}
                    <span className="visually-hidden"> à espera</span>
                  </b>
                )}
              </NavLink>
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
