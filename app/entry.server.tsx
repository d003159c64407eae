import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { HtmlResponse } from "./delivery/html-response.server.ts";
import { insertHydrationData, prepareHydration } from "./delivery/hydration/hydration-script.tsx";
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
  headers.set("Content-Security-Policy", writePolicy(baseUrl, import.meta.env.DEV));
  const shown: string[] | null = hydrationData && [];
  const rendered = renderPage(
    <ShownMarkupContext value={shown}>
      <ServerRouter context={ownRoutes(entry)} url={request.url} />
    </ShownMarkupContext>,
  );
  const html =
    hydrationData && shown ? insertHydrationData(rendered, hydrationData, shown) : rendered;
  return new HtmlResponse(asDocument(html, entry.manifest.entry.module), { status, headers });
}

/** Adds what React's streams write around a document, with `path` among their `bootstrapModules`. */
function asDocument(html: string, path: string): string {
  const head = html.indexOf("<head>") + "<head>".length;
  const end = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    `<link rel="modulepreload" fetchPriority="low" href="${path}"/>`,
    html.slice(head, end),
    `<script type="module" src="${path}" async=""></script>`,
    html.slice(end),
  ].join("");
}

/** Otherwise React Router would build all routes of the site for every page. */
function ownRoutes(entry: EntryContext): EntryContext {
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, entry.manifest.routes[id]]));
  const manifest = { ...entry.manifest, routes };
  return { ...entry, manifest, serverHandoffStream: undefined };
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as Readonly<RouterContextProvider>).get(siteContext).reportFailure(error);
};
