import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { readSession } from "../app/domain/accounts/session.server.ts";
import { maxBeaconBytes } from "../app/domain/listings/visits/beacon.server.ts";
import { createVisitEndpoint } from "../app/domain/listings/visits/visit-endpoint.server.ts";
import { createUploadEndpoint } from "../app/domain/photos/uploads/tus.server.ts";
import { uploadPath } from "../app/domain/photos/uploads/upload-requests.ts";
import { aDay, anHour, forever } from "../app/platform/web/cache-control.ts";
import { logFailure } from "../app/platform/web/outage.server.ts";
import { sendPage } from "../app/platform/web/pages/finished-page.server.ts";
import {
  hour,
  type Limit,
  spendPoints,
  tooManyTries,
  wideNetwork,
} from "../app/platform/web/rate-limit.server.ts";
import { visitPath } from "../app/platform/web/visit-beacon.ts";
import { limitBodies } from "./body-limits.ts";
import type { FindFile } from "./cached-files.ts";
import { clientAddress, countedAddress } from "./client-address.ts";
import type { Site } from "./create-site.ts";
import { answerHealth } from "./health-check.ts";
import { answerMetrics } from "./metrics.ts";
import { createNews, newsPath } from "./news.ts";
import { originOf, refusePage, respondToError, servePage } from "./pages.ts";
import { servePhotos } from "./photo-files.ts";
import { servePublicPages } from "./public-pages.ts";
import { isReadablePath } from "./readable-path.ts";
import { type RequestEnv, requestLog, watchRequests } from "./request-log.ts";
import { writeRobots } from "./robots.ts";
import { createRouteNamer } from "./route-names.ts";
import { closedPolicy, securityHeaders } from "./security-headers.ts";
import { securityTxtPath, writeSecurityTxt } from "./security-txt.ts";
import { createSitemap } from "./sitemap.ts";

// biome-ignore lint/performance/noBarrelFile: the only entry to the built server
export { noteMailedSite } from "../app/platform/mail/mailed-site.server.ts";
export { startWork } from "./background-work.ts";
export { openSite } from "./create-site.ts";

const maxAddressLength = 8_000;
/** A robot fetches three files where there are a hundred thousand ads. */
const sitemapsOfAddress: Limit = { name: "sitemap-address", points: 60, duration: hour };
const pageMethods = ["GET", "HEAD", "POST"];

/** `clientDir` has the built files; null in development, where Vite serves them. */
export function createApp(site: Site, clientDir: string | null): Hono<RequestEnv> {
  const { auth, log } = site;
  const app = new Hono<RequestEnv>();
  const handleUpload = createUploadEndpoint(site, {
    onError: (error) => logFailure(log, error, "upload failed"),
    onOutcome: site.metrics.countUpload,
  });
  const addressOfSite = (c: Context) => originOf(c, site);
  const always = Object.entries(securityHeaders(site.siteUrl));

  const nameRoute = loadRouteNamer();
  app.use(watchRequests(site, async (path) => (await nameRoute)(path)));

  app.use(async (c, next) => {
    const origin = addressOfSite(c);
    if (isForeignPost(c.req.raw, origin)) {
      c.res = await refusePage(site, c, {
        status: 403,
        message: `Este pedido veio de outro endereço, e por isso não foi aceito. Volte, copie o que escreveu e abra ${origin}, que é o endereço deste site.`,
      });
    } else {
      await next();
    }
    // Hono's own method makes a new response for each header.
    const { headers } = c.res;
    for (const [name, value] of always) if (!headers.has(name)) headers.set(name, value);
    if (!headers.has("Content-Security-Policy")) {
      headers.set("Content-Security-Policy", closedPolicy);
    }
  });

  app.use(async (c, next) => {
    if (c.req.raw.url.length > maxAddressLength) return c.text("O endereço é longo demais.", 414);
    if (!isReadablePath(new URL(c.req.raw.url).pathname))
      return c.text("O endereço tem um sinal que não existe.", 400);
    await next();
  });

  app.get("*", async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    // "//host" would redirect to another site.
    const path = `/${withoutStuckSigns(pathname).replace(/^\/+/, "")}`;
    return path === pathname ? next() : c.redirect(path + search, 301);
  });

  app.get("/healthz", answerHealth(site));

  app.get("/metricas", answerMetrics(site.metrics, site.metricsToken));

  const countVisit = createVisitEndpoint(site);
  app.post(
    visitPath,
    bodyLimit({
      maxSize: maxBeaconBytes,
      onError: (c) => c.text("A contagem é grande demais.", 413),
    }),
    (c) => countVisit(c.req.raw, countedAddress(clientAddress(c, site.trustedProxies))),
  );
  app.all(visitPath, (c) => c.text("Aqui só chegam contagens.", 405, { Allow: "POST" }));

  app.use("/fotos/*", servePhotos(site));

  app.use(`${uploadPath}/*`, handle);
  app.use(uploadPath, handle);
  async function handle(c: Context<RequestEnv>): Promise<Response> {
    const { user } = await readSession(auth, c.req.raw.headers);
    c.get("request").uid = user?.uid;
    const address = countedAddress(clientAddress(c, site.trustedProxies));
    return handleUpload(c.req.raw, user, site.hashAddress("upload", wideNetwork(address)));
  }

  if (clientDir) {
    app.use("/assets/*", cacheFor(forever), serveStatic({ root: clientDir, precompressed: true }));
    app.use("/ilustracoes/*", cacheFor(aDay), serveStatic({ root: clientDir }));
    app.use("/icones/*", cacheFor(aDay), serveStatic({ root: clientDir }));
    // Only a path with an extension can be a file: pages would each wait for a look at the disk.
    app.use("/:file{.+\\.\\w+}", serveStatic({ root: clientDir, precompressed: true }));
  }

  app.use(limitBodies(site));
  app.use(compress());

  app.get("/robots.txt", cacheFor(anHour), (c) =>
    c.text(writeRobots(addressOfSite(c), site.routeTable)),
  );
  app.get(securityTxtPath, cacheFor(aDay), (c) => {
    const text = writeSecurityTxt(site, new Date());
    return text === null ? c.notFound() : c.text(text);
  });
  const findSitemap = createSitemap(site);
  app.get("/sitemap.xml", (c) => sendFile(c, findSitemap, null));
  app.get("/:part{sitemap-[1-9][0-9]{0,4}\\.xml}", (c) =>
    sendFile(c, findSitemap, Number(/\d+/.exec(c.req.param("part"))?.[0])),
  );
  const findNews = createNews(site);
  app.get(newsPath, (c) => sendFile(c, findNews, null));
  async function sendFile<Part>(
    c: Context<RequestEnv>,
    find: FindFile<Part>,
    part: Part,
  ): Promise<Response> {
    const address = countedAddress(clientAddress(c, site.trustedProxies));
    const { rateLimits } = site;
    const limited = { rateLimits, log: requestLog(log, c.get("request")) };
    const wait = await spendPoints(limited, sitemapsOfAddress, address, 1);
    if (wait > 0) return c.text(tooManyTries.message, 429, { "Retry-After": String(wait) });
    const file = await find(addressOfSite(c), part);
    if (!file) return c.notFound();
    return sendPage(file, {
      id: c.get("request").id,
      method: c.req.method,
      acceptEncoding: c.req.header("Accept-Encoding"),
      ifNoneMatch: c.req.header("If-None-Match"),
    });
  }

  app.use(async (c, next) => {
    if (pageMethods.includes(c.req.method)) return next();
    return c.text("Isto não se faz com uma página.", 405, { Allow: pageMethods.join(", ") });
  });
  app.all("*", servePage(site));

  app.onError((error, c) => respondToError(site, error, c));

  return servePublicPages(site, app);
}

async function loadRouteNamer() {
  const { routes } = await import("virtual:react-router/server-build");
  return createRouteNamer(routes);
}

function cacheFor(howLong: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header("Cache-Control", howLong);
  };
}

/** A webmail's own page may send the one click that ends letters (RFC 8058): the link's code decides. */
const oneClickPath = /^\/(?:(?:sem-lembretes|sem-numeros)\/[^/]+|avisos\/[^/]+\/parar)$/;

/**
 * Slashes, and signs and spaces that programs take for the end of an address in a letter or message. Codes of
 * letters may end with _ and -.
 */
const stuckSigns =
  /(?:[/.,;:!?)\]}>'"*=~|]|&(?:gt|quot)|%(?:0[9AD]|2[02379BC]|3[B-E]|5[CD]|60|7[CD]|C2%A0|C2%BB|E2%80%(?:8B|9[CD]|99|A6|AC)|E2%81%A0|EF%BB%BF))+$/i;

/** Looks at the last characters alone: the pattern, which may begin anywhere, takes long for a long path. */
function withoutStuckSigns(path: string): string {
  const kept = Math.max(path.length - 30, 0);
  return path.slice(0, kept) + path.slice(kept).replace(stuckSigns, "");
}

/** Browsers name the origin of a POST. Other clients pass: they have no visitor's cookies. */
function isForeignPost({ method, headers, url }: Request, siteOrigin: string): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  if (oneClickPath.test(new URL(url).pathname)) return false;
  const origin = headers.get("Origin");
  const fetchSite = headers.get("Sec-Fetch-Site");
  // Browsers that hide addresses call even our own origin null.
  if (origin === "null") return fetchSite !== "same-origin";
  if (origin !== null) return origin !== siteOrigin;
  return fetchSite !== null && fetchSite !== "same-origin" && fetchSite !== "none";
}
