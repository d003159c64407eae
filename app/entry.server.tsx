import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { markScript } from "./accounts/account-mark.ts";
import { HtmlResponse } from "./delivery/html-response.server.ts";
import {
  hydrationDataOpening,
  prepareHydration,
  writePageData,
} from "./delivery/hydration/hydration-script.tsx";
import { ShownMarkupContext } from "./delivery/hydration/markup.tsx";
import { renderPage } from "./delivery/render-page.server.tsx";
import { photoStoreContext } from "./photos/store.server.ts";
import { writePolicy } from "./site/content-policy.server.ts";
import { siteContext } from "./site/site.server.ts";

/** No page waits for anything while it renders (docs/decisions/030), so one string holds it all. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { baseUrl } = context.get(photoStoreContext).settings;
  const hydrationData = await prepareHydration(entry);
  if (!hydrationData) headers.set("Speculation-Rules", '"/adiantar.json"');
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", writePolicy(baseUrl, markScript, import.meta.env.DEV));
  const shown: string[] | null = hydrationData && [];
  const rendered = renderPage(
    <ShownMarkupContext value={shown}>
      <ServerRouter context={ownRoutes(entry)} url={request.url} />
    </ShownMarkupContext>,
  );
  const data = hydrationData && shown && writePageData(hydrationData, shown);
  const html = writeDocument(rendered, { entry: entry.manifest.entry.module, data });
  return new HtmlResponse(html, { status, headers });
}

interface DocumentParts {
  /** Path of the script that React's streams would have among their `bootstrapModules`. */
  entry: string;
  data: string | null;
}

/** Adds what React's streams write around a document, and the hydration data, in one copy. */
function writeDocument(html: string, { entry, data }: DocumentParts): string {
  const head = html.indexOf("<head>") + "<head>".length;
  const end = html.lastIndexOf("</body>");
  const dataAt =
    data === null
      ? head
      : html.lastIndexOf(hydrationDataOpening, end) + hydrationDataOpening.length;
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    `<link rel="modulepreload" fetchPriority="low" href="${entry}"/>`,
    html.slice(head, dataAt),
    data ?? "",
    html.slice(dataAt, end),
    `<script type="module" src="${entry}" async=""></script>`,
    html.slice(end),
  ].join("");
}

/**
 * Otherwise React Router would build all routes of the site for every page, and write its data for `<Scripts>`.
 * A copy would have that data encoded (`serverEdits` in vite.config.ts).
 */
function ownRoutes(entry: EntryContext): EntryContext {
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, entry.manifest.routes[id]]));
  return Object.create(entry, {
    manifest: { value: { ...entry.manifest, routes } },
    serverHandoffStream: { value: undefined },
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as Readonly<RouterContextProvider>).get(siteContext).reportFailure(error);
};
