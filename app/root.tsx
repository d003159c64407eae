import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { currentUser, sessionErrorContext } from "./accounts/session.server.ts";
import { siteUrl } from "./db/site.server.ts";
import { HandedOff, useIsStill } from "./handing-over.tsx";
import { takeFlash } from "./ui/flash.server.ts";
import { dropDrafts } from "./ui/form-drafts.ts";
import { Drops, Notice } from "./ui/notice.tsx";
import { Foot, TopBar } from "./ui/shell.tsx";
import { showToast, Toasts } from "./ui/toast.tsx";
import "./app.css";
import textFont from "./ui/fonts/atkinson-hyperlegible-next-latin.woff2?url";
import displayFont from "./ui/fonts/piazzolla-latin.woff2?url";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    // Who asks is not known: neither a visitor's page nor an advertiser's would be right.
    const error = context.get(sessionErrorContext);
    if (error) throw error;
  },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const user = currentUser(context);
  const { flash, headers } = takeFlash(request);
  return data(
    {
      user: user && { displayName: user.displayName },
      flash,
      siteUrl: siteUrl(context),
      year: new Date().getFullYear(),
    },
    { headers },
  );
}

export function links(): Route.LinkDescriptors {
  const font = {
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  } as const;
  return [
    { ...font, href: displayFont },
    { ...font, href: textFont },
    { rel: "icon", href: "/favicon.ico", sizes: "48x48" },
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/manifest.webmanifest" },
  ];
}

/** The frame of every page, failing ones too. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const isStill = useIsStill();
  return (
    <html lang="pt-BR" data-page={useMatches().at(-1)?.id}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f3f1e7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#081a1e" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body className={isStill ? "still" : undefined}>
        <a className="skip" href="#conteudo">
          Pular para o conteúdo
        </a>
        <Going />
        <TopBar loggedIn={Boolean(root?.user)} />
        {root?.flash && <Said text={root.flash.text} isStill={isStill} />}
        <Main>{children}</Main>
        <Foot year={root?.year ?? new Date().getFullYear()} />
        <Toasts />
        <Places />
        <HandedOff />
      </body>
    </html>
  );
}

/** What a toast tells, where there is none: without script, and on a page that runs none. */
function Said({ text, isStill }: { text: string; isStill: boolean }) {
  const said = (
    <p className="said wrap note" role="status">
      {text}
    </p>
  );
  return isStill ? said : <noscript>{said}</noscript>;
}

/** Keeps the place on each page, once the page is taken over; until then the browser does. */
function Places() {
  const [isTakenOver, setIsTakenOver] = useState(false);
  useEffect(() => setIsTakenOver(true), []);
  return isTakenOver && <KeptPlaces />;
}

/** `<ScrollRestoration>` without its inline script, which the policy forbids. */
function KeptPlaces() {
  useScrollRestoration();
  return null;
}

/** After a change of page the keyboard and the screen reader start at its content. */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return (
    <main id="conteudo" ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}

const patienceMs = 200;

/** 'Carregando...' while a page is on its way, unless it comes at once. */
function Going() {
  const loading = useNavigation().state === "loading";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [loading]);
  return (
    <div role="status">
      {loading && late && (
        <p className="going">
          <Drops />
          Carregando...
        </p>
      )}
    </div>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { flash } = loaderData;
  useEffect(() => {
    if (flash?.endedDraft) dropDrafts(flash.endedDraft);
    if (flash) showToast(flash);
  }, [flash]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const lost = isRouteErrorResponse(error) && (error.status === 404 || error.status === 405);
  return (
    <div className="wrap page-lost">
      <title>{`${lost ? "Página não encontrada" : "Algo deu errado"} · Mar de Minas`}</title>
      <meta name="robots" content="noindex" />
      {lost ? (
        <Notice
          wide
          level={1}
          picture="vazio-placa"
          title="Essa estrada não chega no lago"
          action={
            <Link className="btn" to="/">
              Voltar para o início
            </Link>
          }
        >
          Página não encontrada: ela não existe ou mudou de endereço. A seriema também não sabe.
        </Notice>
      ) : (
        <Failed sentence={refusalOf(error)} />
      )}
    </div>
  );
}

/** The sentence of an answer that refused what was sent. */
function refusalOf(error: unknown): string | undefined {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  return isRefusal && typeof error.data === "string" && error.data ? error.data : undefined;
}

function Failed({ sentence }: { sentence?: string }) {
  const { pathname, search } = useLocation();
  return (
    <Notice
      wide
      level={1}
      picture="vazio-chuva"
      title="O tempo fechou por aqui"
      error={sentence ?? "Não conseguimos abrir esta página. Confira a internet e tente de novo."}
      action={
        <>
          <a className="btn" href={pathname + search}>
            Tentar de novo
          </a>
          <Link className="link" to="/">
            Voltar para o início
          </Link>
        </>
      }
    />
  );
}
