import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { logContext } from "./db/log.server.ts";

/** Renders a page whole: no page waits for data after its first byte. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Response {
  const html = renderToString(<ServerRouter context={entry} url={request.url} />);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** The one place where what went wrong in a page is logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A page that is not there is an answer, not a fault.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const log = (context as Readonly<RouterContextProvider>).get(logContext);
  log.error({ err: error, path: new URL(request.url).pathname }, "page failed");
};
