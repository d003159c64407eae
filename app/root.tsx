import "./app.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  useNavigationType,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { markAccount } from "./accounts/account-mark.server.ts";
import { markScript } from "./accounts/account-mark.ts";
import { identityContext } from "./accounts/auth.server.ts";
import { HydrationBoundary } from "./delivery/hydration/boundary.tsx";
import { HydrationScript, useIsStaticPage } from "./delivery/hydration/hydration-script.tsx";
import { isReachable } from "./delivery/hydration/reachable.ts";
import { dropServerPage } from "./delivery/hydration/server-page.ts";
import { countOpenQuestions } from "./questions/questions.server.ts";
import styles from "./root.module.css";
import { takeFlash } from "./site/flash.server.ts";
import { keepUnsentForm } from "./site/forms/keep-unsent-form.ts";
import { describeRunner } from "./site/runner-words.ts";
import { siteContext } from "./site/site.server.ts";
import type { Flash } from "./ui/feedback/flash.ts";
import { LoadingWaves } from "./ui/feedback/loading-waves.tsx";
import { LostNotice } from "./ui/feedback/lost-notice.tsx";
import { Notice, NoticePage } from "./ui/feedback/notice.tsx";
import { showToast } from "./ui/feedback/toast.ts";
import { ToastMessage } from "./ui/feedback/toast-message.tsx";
import textFont from "./ui/fonts/atkinson-hyperlegible-next-latin.woff2?url";
import displayFont from "./ui/fonts/piazzolla-latin.woff2?url";
import { Link } from "./ui/link.tsx";
import { ShareLink } from "./ui/share-link.tsx";
import { moveFocus } from "./ui/shell/page-focus.ts";
import { Footer, TopBar } from "./ui/shell/shell.tsx";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    // Without a readable session, neither the visitor's page nor the advertiser's is right.
    const { sessionError } = context.get(identityContext);
    if (sessionError) throw sessionError;
  },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepUnsentForm];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(identityContext);
  const { db, siteUrl, runner } = context.get(siteContext);
  const { flash, headers } = await takeFlash(request);
  const account = user && (await markAccount(db, user.uid, headers));
  const questions = user ? await countOpenQuestions(db, user.uid) : 0;
  const year = new Date().getFullYear();
  const runBy = describeRunner(runner);
  return data({ account, questions, flash, siteUrl, year, runBy }, { headers });
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
    { rel: "alternate", type: "application/rss+xml", title: "Novidades", href: "/novidades.xml" },
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const isStaticPage = useIsStaticPage();
  const page = useMatches().at(-1);
  // Routes return a mark of what is to be counted as a visit (app/visits/count-visits.ts), and the day that
  // they show as today (app/calendar/new-day/watch-new-day.ts).
  const { count, day } = (page?.loaderData ?? {}) as { count?: string; day?: string };
  return (
    <html
      lang="pt-BR"
      data-page={page?.id}
      data-count={count}
      data-day={isStaticPage ? day : undefined}
      data-conta={root?.account ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: markScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f3f1e7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#081a1e" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        {/* Safari would make links of numbers before the page is awake, which React then finds changed. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <Meta />
        <Links />
      </head>
      <body data-static={isStaticPage || undefined}>
        <a className={styles.skip} href="#conteudo">
          Pular para o conteúdo
        </a>
        <NavigationStatus />
        <TopBar questions={root?.questions} />
        <Main>
          {root?.flash && (
            <FlashNote flash={root.flash} siteUrl={root.siteUrl} isStaticPage={isStaticPage} />
          )}
          <HydrationBoundary>
            {children}
            <ScrollRestoration />
          </HydrationBoundary>
        </Main>
        <Footer year={root?.year ?? new Date().getFullYear()} runBy={root?.runBy} />
        <HydrationScript />
      </body>
    </html>
  );
}

interface FlashNoteProps {
  flash: Flash;
  siteUrl: string;
  isStaticPage: boolean;
}

/** Shows the message in the page if it has links, or there is no script for a toast. */
function FlashNote({ flash, siteUrl, isStaticPage }: FlashNoteProps) {
  const { text, more, links, share } = flash;
  const { key } = useLocation();
  const [shown, setShown] = useState({ flash, key });
  if (shown.flash !== flash) setShown({ flash, key });
  else if (shown.key !== key) return null;
  const note = (
    <div
      className={`${styles.flash} wrap note`}
      role="status"
      data-flash
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what came of a form is read first
      autoFocus={isStaticPage}
    >
      <p>
        <b>{text}</b> {more}
      </p>
      {links?.map((link, n) => (
        <Link key={link.to} className={n ? "btn btn--line" : "btn"} to={link.to}>
          {link.text}
        </Link>
      ))}
      {share && (
        <ShareLink className="btn btn--line" url={siteUrl + share.path} text={share.title} />
      )}
    </div>
  );
  if (links || share) return note;
  return (
    <>
      {isStaticPage && <ToastMessage {...flash} />}
      {isStaticPage && more && <ToastMessage kind={flash.kind} text={more} />}
      <noscript>{note}</noscript>
    </>
  );
}

/** The browser restores scroll positions until the page is hydrated. */
function ScrollRestoration() {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return isHydrated && <RestoreScroll />;
}

/** `<ScrollRestoration>` without its inline script, which the policy forbids. */
function RestoreScroll() {
  // A crash while hydrating would have unmounted this component before its effects.
  useEffect(dropServerPage, []);
  useScrollRestoration();
  return null;
}

function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every navigation
  useEffect(() => {
    // Forms show what is wrong with them in a second rendering.
    const timer = setTimeout(() => main.current && moveFocus(main.current, pathname, isBack));
    return () => clearTimeout(timer);
  }, [key]);
  return (
    <main id="conteudo" ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}

const slowMs = 200;

/** Shows 'Carregando...' during navigations that take longer than {@link slowMs}. */
function NavigationStatus() {
  const loading = useNavigation().state === "loading";
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [loading]);
  return (
    <div role="status">
      {loading && isSlow && (
        <p className={styles.status}>
          <LoadingWaves />
          Carregando...
        </p>
      )}
    </div>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { flash } = loaderData;
  useEffect(() => {
    // Most pages never need it.
    if (flash?.dropsPrivate)
      void import("./ui/forms/private-storage.ts").then(({ dropPrivate }) => dropPrivate());
    // The note that keeps the next steps already says so, and the toast would cover it.
    if (flash && !(flash.kind === "success" && flash.links)) showToast(flash);
  }, [flash]);
  return <Outlet />;
}

/** Also stands for a page whose code is missing. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const lost = isRouteErrorResponse(error) && (error.status === 404 || error.status === 405);
  return (
    <NoticePage>
      <title>{`${lost ? "Página não encontrada" : "Algo deu errado"} · Mar de Minas`}</title>
      <meta name="robots" content="noindex" />
      {lost ? (
        <LostNotice />
      ) : (
        <ErrorNotice sentence={refusalOf(error)} isLost={!error || error instanceof TypeError} />
      )}
    </NoticePage>
  );
}

function refusalOf(error: unknown): string | undefined {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  return isRefusal && typeof error.data === "string" && error.data ? error.data : undefined;
}

interface ErrorNoticeProps {
  sentence: string | undefined;
  /** The connection was lost: code is missing, which has no error, or data. */
  isLost: boolean;
}

function ErrorNotice({ sentence, isLost }: ErrorNoticeProps) {
  const { key, pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page may fail in the same way
  useEffect(() => {
    const retry = () => location.reload();
    // The page of code that couldn't be loaded also appears when the connection is back.
    if (isLost) void isReachable().then((isBack) => isBack && retry());
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [key, isLost]);
  // Node has a `navigator` too, but without this property.
  const isOffline = navigator.onLine === false;
  const failure = isOffline
    ? "Você está sem internet. Quando ela voltar, a página abre sozinha."
    : "Não conseguimos abrir esta página. Confira a internet e tente de novo.";
  return (
    <Notice
      wide
      level={1}
      picture="vazio-chuva"
      title="O tempo fechou por aqui"
      error={sentence ?? failure}
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
