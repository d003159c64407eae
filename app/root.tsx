import { sessionContext } from "./domain/accounts/session-context.server.ts";
import "./app.css";
import type { ReactNode } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { markScript } from "./domain/accounts/account-mark.ts";
import { markAccount } from "./domain/accounts/set-account-mark.server.ts";
import { countOpenQuestions } from "./domain/questions/questions.server.ts";
import type { Flash } from "./platform/ui/feedback/flash.ts";
import { LostNotice } from "./platform/ui/feedback/lost-notice.tsx";
import { Notice, NoticePage } from "./platform/ui/feedback/notice.tsx";
import { ToastMessage } from "./platform/ui/feedback/toast-message.tsx";
import textFont from "./platform/ui/fonts/atkinson-hyperlegible-next-latin.woff2?url";
import displayFont from "./platform/ui/fonts/piazzolla-latin.woff2?url";
import { Link } from "./platform/ui/link.tsx";
import { ShareLink } from "./platform/ui/share-link.tsx";
import { Footer, TopBar } from "./platform/ui/shell/shell.tsx";
import { takeFlash } from "./platform/web/flash-cookie.server.ts";
import { describeRunner } from "./platform/web/runner-words.ts";
import { siteContext } from "./platform/web/site.server.ts";
import styles from "./root.module.css";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    // If the session can't be read, the page can't know whether to show itself to a visitor or to the advertiser.
    const { sessionError } = context.get(sessionContext);
    if (sessionError) throw sessionError;
  },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(sessionContext);
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
  const page = useMatches().at(-1);
  // Routes return the text of a beacon to send (app/domain/listings/visits/count-visits.ts), and the day that they
  // show as today (app/domain/calendar/new-day/watch-new-day.ts).
  const { count, day } = (page?.loaderData ?? {}) as { count?: string; day?: string };
  return (
    <html
      lang="pt-BR"
      data-page={page?.id}
      data-count={count}
      data-day={day}
      data-conta={root?.account ?? undefined}
    >
      <head>
        <meta charSet="utf-8" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: markScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f3f1e7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#081a1e" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        {/* Safari would make links of numbers before an island is awake, which React then finds changed. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className={styles.skip} href="#conteudo">
          Pular para o conteúdo
        </a>
        <TopBar questions={root?.questions} />
        <main id="conteudo" tabIndex={-1}>
          {root?.flash && <FlashNote flash={root.flash} siteUrl={root.siteUrl} />}
          {children}
        </main>
        <Footer year={root?.year ?? new Date().getFullYear()} runBy={root?.runBy} />
      </body>
    </html>
  );
}

interface FlashNoteProps {
  flash: Flash;
  siteUrl: string;
}

/** Shows the message in the page if it has links, or there is no script for a toast. */
function FlashNote({ flash, siteUrl }: FlashNoteProps) {
  const { text, more, links, share } = flash;
  const note = (
    <div
      className={`${styles.flash} wrap note`}
      role="status"
      data-flash
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what came of a form is read first
      autoFocus
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
      <ToastMessage {...flash} />
      {more && <ToastMessage kind={flash.kind} text={more} />}
      <noscript>{note}</noscript>
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const lost = isRouteErrorResponse(error) && (error.status === 404 || error.status === 405);
  return (
    <NoticePage>
      <title>{`${lost ? "Página não encontrada" : "Algo deu errado"} · Mar de Minas`}</title>
      <meta name="robots" content="noindex" />
      {lost ? <LostNotice /> : <ErrorNotice sentence={refusalOf(error)} />}
    </NoticePage>
  );
}

function refusalOf(error: unknown): string | undefined {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  return isRefusal && typeof error.data === "string" && error.data ? error.data : undefined;
}

function ErrorNotice({ sentence }: { sentence: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <Notice
      wide
      level={1}
      picture="vazio-chuva"
      title="O tempo fechou por aqui"
      error={sentence ?? "Não conseguimos abrir esta página. Tente de novo em instantes."}
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
