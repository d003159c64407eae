import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { markScript } from "./domain/accounts/account-mark.ts";
import { photoStoreContext } from "./domain/photos/store.server.ts";
import { writePolicy } from "./platform/web/content-policy.server.ts";
import { HtmlResponse } from "./platform/web/pages/html-response.server.ts";
import { siteContext } from "./platform/web/site.server.ts";

/** No page waits for anything while it renders (docs/decisions/014), so one string holds it all. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { baseUrl } = context.get(photoStoreContext).settings;
  headers.set("Speculation-Rules", '"/adiantar.json"');
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", writePolicy(baseUrl, markScript, import.meta.env.DEV));
  const rendered = renderToString(<ServerRouter context={ownRoutes(entry)} url={request.url} />);
  const { hmr, entry: client } = entry.manifest;
  const html = writeDocument(
    rendered,
    hmr ? ["/@vite/client", hmr.runtime, client.module] : [client.module],
  );
  return new HtmlResponse(html, { status, headers });
}

/** Adds what React's streams write around a document that has bootstrap modules. */
function writeDocument(html: string, scripts: readonly string[]): string {
  const head = html.indexOf("<head>") + "<head>".length;
  const end = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    `<link rel="modulepreload" fetchPriority="low" href="${scripts.at(-1)}"/>`,
    html.slice(head, end),
    // Modules of development throw if hot reload has not been set up before them.
    ...scripts.map((script) => {
      const order = scripts.length > 1 ? "" : ' async=""';
      return `<script type="module" src="${script}"${order}></script>`;
    }),
    html.slice(end),
  ].join("");
}

/**
 * Keeps this page's routes only: React Router would build all of the site's for every page, and write data for a
 * router in the browser. Also strips the "#" that it appends to sheets of islands, which would be loaded twice.
 */
function ownRoutes(entry: EntryContext): EntryContext {
  const routes = Object.fromEntries(
    entry.staticHandlerContext.matches.map(({ route: { id } }) => {
      const route = entry.manifest.routes[id];
      return [id, route && { ...route, css: route.css?.map((sheet) => sheet.replace("#", "")) }];
    }),
  );
  return {
    ...entry,
    manifest: { ...entry.manifest, routes },
    serverHandoffStream: undefined,
  };
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as Readonly<RouterContextProvider>).get(siteContext).reportFailure(error);
};
