import type { Context } from "hono";
import type { Logger } from "pino";
import { RouterContextProvider } from "react-router";
import { identityContext } from "../app/domain/accounts/auth.server.ts";
import { hasSession, readSession, sendCookies } from "../app/domain/accounts/session.server.ts";
import {
  type RequestSession,
  sessionContext,
} from "../app/domain/accounts/session-context.server.ts";
import { calendarFeedsContext } from "../app/domain/feeds/calendar-feeds.server.ts";
import { reportIntakeContext } from "../app/domain/listings/reports/report-intake.server.ts";
import { listCookie } from "../app/domain/lists/list-browser.server.ts";
import { photoStoreContext } from "../app/domain/photos/store.server.ts";
import { inviterCookie } from "../app/domain/testimonials/inviter.server.ts";
import { jobTitlesContext } from "../app/panel/today/upkeep.server.ts";
import { senderContext } from "../app/platform/mail/sender.server.ts";
import { signedLinksContext } from "../app/platform/mail/signed-links.server.ts";
import { readHostCookies } from "../app/platform/web/cookie-name.ts";
import { hasFlash } from "../app/platform/web/flash-cookie.server.ts";
import { logFailure, retryAfterSeconds } from "../app/platform/web/outage.server.ts";
import { compressPage } from "../app/platform/web/pages/finished-page.server.ts";
import { HtmlResponse } from "../app/platform/web/pages/html-response.server.ts";
import { renderRoutes } from "../app/platform/web/pages/render-routes.server.ts";
import { limitsContext } from "../app/platform/web/rate-limit.server.ts";
import { type RequestSite, siteContext } from "../app/platform/web/site.server.ts";
import { clientAddress, countedAddress, requestAt, requestOrigin } from "./client-address.ts";
import type { Site } from "./create-site.ts";
import { jobTitles } from "./jobs.ts";
import { type RequestEnv, requestLog } from "./request-log.ts";

interface Requester extends RequestSession, Pick<RequestSite, "refusal"> {
  siteUrl: string;
  clientAddress: string;
  log: Logger;
  dependOn?: RequestSite["dependOn"];
}

export async function runPage(
  site: Site,
  request: Request,
  requester: Requester,
): Promise<Response> {
  const {
    siteUrl,
    clientAddress,
    log,
    dependOn = () => undefined,
    refusal,
    ...session
  } = requester;
  const {
    db,
    mailedSiteUrl,
    contact,
    runner,
    operatorEmail,
    pix,
    retention,
    version,
    hashAddress,
  } = site;
  let failureStatus: 500 | 503 = 500;
  let isHidden = false;
  const requestSite: RequestSite = {
    db,
    log,
    siteUrl,
    mailedSiteUrl,
    contact,
    runner,
    operatorEmail,
    pix,
    retention,
    version,
    clientAddress,
    hashAddress,
    dependOn,
    ...(refusal && { refusal }),
    hidePage() {
      isHidden = true;
    },
    reportFailure(error) {
      // A route whose error page rethrows reports an outage again, without its cause.
      if (failureStatus === 503) return;
      failureStatus = logFailure(log, error, "page failed");
    },
  };
  const context = new RouterContextProvider();
  context.set(siteContext, requestSite);
  context.set(limitsContext, { rateLimits: site.rateLimits, log });
  context.set(identityContext, { auth: site.auth, headers: request.headers });
  context.set(sessionContext, session);
  context.set(senderContext, site.sender);
  context.set(calendarFeedsContext, site.calendarFeeds);
  context.set(signedLinksContext, site.signedLinks);
  context.set(photoStoreContext, site.photoStore);
  context.set(reportIntakeContext, site);
  context.set(jobTitlesContext, jobTitles);
  const response = await renderRoutes(isForRouter(request) ? toNoPage(request) : request, context);
  if (isHidden) return runPage(site, toNoPage(request), requester);
  const status = response.status === 500 ? failureStatus : response.status;
  if (status !== 503) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(retryAfterSeconds));
  return response instanceof HtmlResponse
    ? new HtmlResponse(response.html, { status, headers })
    : new Response(response.body, { status, headers });
}

/** React Router would answer with the data of a page, which only a router in the browser reads; there is none. */
function isForRouter({ url }: Request): boolean {
  return new URL(url).pathname.endsWith(".data");
}

/** The same request to an address that no page has. */
function toNoPage({ url, method, headers }: Request): Request {
  return new Request(new URL("/nada/aqui", url), { method, headers });
}

/** Answers with an error page of the site; with the sentence alone where no page was asked for. */
export async function refusePage(
  site: Site,
  c: Context<RequestEnv>,
  refusal: NonNullable<RequestSite["refusal"]>,
): Promise<Response> {
  const { status, message } = refusal;
  const isDocument = c.req.header("Accept")?.includes("text/html");
  if (!isDocument) return new Response(message, { status });
  const origin = originOf(c, site);
  const page = new Request(`${origin}/nada/aqui`, { headers: { Accept: "text/html" } });
  const response = await runPage(site, page, {
    user: null,
    sessionId: null,
    siteUrl: origin,
    clientAddress: "",
    log: requestLog(site.log, c.get("request")),
    refusal,
  });
  const answer = await compressPage(response, c.req.header("Accept-Encoding"));
  answer.headers.set("Cache-Control", "private, no-store");
  return answer;
}

export function respondToError(
  { log }: Pick<Site, "log">,
  error: Error,
  c: Context<RequestEnv>,
): Response {
  // The client disconnected: not our fault, and nobody reads the response.
  if (error.message === "aborted") return c.text("O envio foi interrompido.", 400);
  const status = logFailure(requestLog(log, c.get("request")), error, "request failed");
  if (status === 500) {
    return c.text("Algo deu errado do nosso lado. Tente de novo em instantes.", 500);
  }
  c.header("Retry-After", String(retryAfterSeconds));
  return c.text("O site está sem o banco de dados agora. Tente de novo em instantes.", 503);
}

/** Serves a page that is rendered for one requester, and never cached. */
export function servePage(site: Site): (c: Context<RequestEnv>) => Promise<Response> {
  return async (c) => {
    const origin = originOf(c, site);
    // Only a configured address is certain to stay https.
    const isBound = site.siteUrl?.startsWith("https:") ?? false;
    const request = isBound
      ? readBoundCookies(requestAt(origin, c.req.raw))
      : requestAt(origin, c.req.raw);
    const { headers, ...session } = await findSession(site, request);
    const watched = c.get("request");
    watched.uid = session.user?.uid;
    const response = await runPage(site, request, {
      ...session,
      siteUrl: origin,
      clientAddress: countedAddress(clientAddress(c, site.trustedProxies)),
      log: requestLog(site.log, watched),
    });
    const answer = await compressPage(response, c.req.header("Accept-Encoding"));
    sendCookies(answer.headers, headers, { isHttps: origin.startsWith("https:"), isBound });
    if (!answer.headers.has("Cache-Control")) {
      const isCacheable = isSameForVisitors(site, request);
      answer.headers.set("Cache-Control", isCacheable ? "private, no-cache" : "private, no-store");
    }
    return answer;
  };
}

/**
 * Answers that depend on a session, a link's token or a form are cached nowhere: the next person at this browser
 * must not find them in its cache, or by Back.
 */
function isSameForVisitors({ routeTable }: Site, { url, method, headers }: Request): boolean {
  const cookies = headers.get("Cookie") ?? "";
  return (
    (method === "GET" || method === "HEAD") &&
    !hasSession(cookies) &&
    !hasFlash(cookies) &&
    routeTable.isSameForVisitors(new URL(url).pathname)
  );
}

function readBoundCookies(request: Request): Request {
  const cookie = request.headers.get("Cookie");
  const read = readHostCookies(cookie ?? "", [listCookie, inviterCookie]);
  if (cookie === null || read === cookie) return request;
  const headers = new Headers(request.headers);
  headers.set("Cookie", read);
  return new Request(request, { headers });
}

async function findSession(
  site: Site,
  request: Request,
): Promise<RequestSession & { headers: Headers }> {
  try {
    return await readSession(site.auth, request.headers);
  } catch (sessionError) {
    return { user: null, sessionId: null, sessionError, headers: new Headers() };
  }
}

export function originOf(c: Context, site: Pick<Site, "siteUrl" | "trustedProxies">): string {
  return site.siteUrl ?? requestOrigin(c, site.trustedProxies);
}
