import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import footStyles from "./footer.module.css";
import { Menu } from "./menu.tsx";
import { NavLink } from "./nav-link.tsx";
import styles from "./shell.module.css";

const regionLinks = [
  ["/roteiros", "Roteiros"],
  ["/passeios-lancha", "Passeios de lancha"],
  ["/passeio-4x4", "Passeio 4x4"],
  ["/onde-visitar", "Onde visitar"],
  ["/restaurantes", "Restaurantes"],
  ["/servicos-mecanica", "Serviços de mecânica"],
  ["/blog", "Blog"],
] as const;

/** Links of the region with something to read, in the open where there is room. */
const openLinks = [
  ["/onde-visitar", "Onde visitar"],
  ["/blog", "Blog"],
] as const;

const memberLinks = [
  ["/posts/create", "Anunciar"],
  ["/dashboard", "Meus Anúncios"],
  ["/minha-conta", "Minha conta"],
  ["/ajuda", "Ajuda"],
] as const;

const footerLinks = [
  ["/ajuda", "Ajuda"],
  ["/about", "Sobre"],
  ["/confira", "Confira um número"],
  ["/como-ordenamos", "Como ordenamos"],
  ["/termos-e-condicoes", "Termos e condições"],
  ["/contato", "Contato"],
] as const;

type Links = readonly (readonly [to: string, text: string, count?: number])[];

function LinkItems({ links, className }: { links: Links; className?: string | undefined }) {
  return links.map(([to, text, count = 0]) => (
    <li key={to} className={className}>
      <NavLink to={to}>
        {text}
        {count > 0 && (
          <b className={styles.count}>
            {count}
            <span className="visually-hidden"> perguntas sem resposta</span>
          </b>
        )}
      </NavLink>
    </li>
  ));
}

function Logo() {
  return (
    <svg viewBox="0 0 44 35" fill="none" aria-hidden="true">
      <path
        fill="currentColor"
        d="M1 17.6l5.3-3.1 3.3-8.9c.7-1.8 1.5-2.4 3.3-2.4h4.6l-.4 9.2c0 .8 1.8.8 1.8 0l.1-9.2h7.2c1.6 0 2.4.5 3.2 1.9l2.5 4.3c.3.5.6.7 1.2.7h2.2c1.2 0 1.8.4 2.3 1.3L43 17.6z"
      />
      <path
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        d="M3 21.5h38M8.5 25.4h25M12 29.3h10.5M27 29.3h3.5M15 33h9"
      />
    </svg>
  );
}

export interface TopBarProps {
  /** Number of the advertiser's open questions; kept pages don't say. */
  questions?: number | undefined;
}

interface AccountItemsProps {
  questions: number | undefined;
  /** True if there is a button for a new ad. */
  hasButton?: boolean;
}

/** The items of visitors, advertisers and staff, of which each sees their own (`data-conta`). */
function AccountItems({ questions, hasButton = false }: AccountItemsProps) {
  const links: Links = memberLinks.map(([to, text]) =>
    to === "/dashboard" ? [to, text, questions] : [to, text],
  );
  return (
    <>
      <LinkItems links={[["/comofunciona", "Como funciona"]]} className={styles.visitor} />
      <LinkItems links={hasButton ? links.slice(1) : links} className={styles.member} />
      <LinkItems links={[["/plans", "Planos"]]} />
      <LinkItems links={[["/operador", "Operação"]]} className={styles.staff} />
    </>
  );
}

export function TopBar({ questions }: TopBarProps) {
  return (
    <header className={styles.top}>
      <div className="wrap">
        <Link className={styles.brand} to="/">
          <Logo />
          <span>Mar de Minas</span>
          <span className={styles.tip} role="tooltip">
            Bem-vindo ao Mar de Minas
          </span>
        </Link>
        <nav className={styles.nav} aria-label="Principal">
          <ul>
            <li>
              <NavLink to="/" end>
                Início
              </NavLink>
              <Menu
                className={styles.sub}
                label="Mais da região"
                summary={<Icon name="chevron-down" />}
              >
                <ul>
                  <LinkItems links={regionLinks} />
                </ul>
              </Menu>
            </li>
            <LinkItems links={openLinks} className={styles.wide} />
            <AccountItems questions={questions} />
            <li className={styles.end}>
              <NavLink to="/guardados">
                <Icon name="heart" />
                <SavedLabel />
              </NavLink>
            </li>
            <li className={styles.member}>
              <LogOutButton>
                <Icon name="log-out" />
                Sair
              </LogOutButton>
            </li>
            <li className={styles.visitor}>
              <NavLink to="/login">Entrar</NavLink>
            </li>
            <li className={styles.visitor}>
              <Link className="btn btn--line" to="/register">
                Cadastrar
              </Link>
            </li>
          </ul>
        </nav>
        <Link
          className={styles.hearts}
          to="/guardados"
          aria-label="Minha lista"
          data-saved-count=""
          suppressHydrationWarning
        >
          <Icon name="heart" />
        </Link>
        <Menu
          className={styles.burger}
          summary={
            <>
              <Icon name="menu" />
              Menu
            </>
          }
        >
          <div>
            <nav aria-label="Menu">
              <ul>
                <li>
                  <details>
                    <summary>
                      Início
                      <Icon name="chevron-down" />
                    </summary>
                    <ul>
                      <LinkItems links={[["/", "Todas as casas"], ...regionLinks]} />
                    </ul>
                  </details>
                </li>
                <li>
                  <NavLink to="/guardados">
                    <SavedLabel />
                  </NavLink>
                </li>
                <AccountItems questions={questions} hasButton />
              </ul>
            </nav>
            <div className={styles.actions}>
              <LogOutButton className="btn btn--line">Sair</LogOutButton>
              <Link className={`btn ${styles.member}`} to="/posts/create">
                Anunciar
              </Link>
              <Link className={`btn btn--line ${styles.visitor}`} to="/login">
                Entrar
              </Link>
              <Link className={`btn ${styles.visitor}`} to="/register">
                Cadastrar
              </Link>
            </div>
          </div>
        </Menu>
      </div>
    </header>
  );
}

/** app/domain/listings/saved/watch-saves.ts sets the number of saved ads. */
function SavedLabel() {
  return (
    <span className={styles.saved} data-saved-count="" suppressHydrationWarning>
      Minha lista
    </span>
  );
}

function LogOutButton({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <form method="post" action="/logout" className={className && styles.member}>
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  );
}

export interface FooterProps {
  year: number;
  /** The company or person behind the site; "" if not set. */
  runBy: string | undefined;
}

export function Footer({ year, runBy }: FooterProps) {
  const firstYear = 2025;
  return (
    <footer className={footStyles.foot}>
      <svg viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true">
        <path
          fill="currentColor"
          d="M0 0h1440v22l-150 10-160-4-96 12-70 34c-26 12-44 16-74 16H560c-30 0-46-4-70-18l-60-34-130-12-150 6L0 24z"
        />
        <path
          stroke="var(--color-lake-deep)"
          strokeWidth="2.4"
          d="M0 30h520M700 30h420M1180 30h260M420 46h520M980 46h300M180 46h150M470 60h180M720 60h380M520 74h330M880 74h110M560 88h90M700 88h220"
        />
      </svg>
      <div className="wrap">
        <div>
          <Link className={`${styles.brand} ${footStyles.brand}`} to="/">
            <Logo />
            <span>Mar de Minas</span>
          </Link>
          <p className="small">
            Ranchos e casas para alugar no Lago de Furnas, em Capitólio e na Serra da Canastra.
          </p>
        </div>
        <div className={footStyles.links}>
          <ul>
            {footerLinks.map(([to, text]) => (
              <li key={to}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ul>
          <ul>
            {["Instagram", "Facebook"].map((name) => (
              <li key={name}>
                <a href={`https://www.${name.toLowerCase()}.com/mardeminas`} rel="noopener">
                  {name}
                  <Icon name="arrow-up-right" />
                </a>
              </li>
            ))}
          </ul>
          <p className={footStyles.year}>
            {`© ${year > firstYear ? `${firstYear}–` : ""}${year} Mar de Minas`}
          </p>
          {runBy && <p className={footStyles.year}>{runBy}</p>}
        </div>
      </div>
    </footer>
  );
}
