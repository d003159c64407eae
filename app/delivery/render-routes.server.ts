import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
} from "react-router";
import { siteVersionHeader } from "./hydration/site-version.ts";
import { createRenderTurns } from "./render-turns.server.ts";

interface Renderer {
  handle: RequestHandler;
  version: string;
}

let renderer: Promise<Renderer> | null = null;

/** Fewer at once would wait for the database while the processor is idle (decision 030). */
const takeTurn = createRenderTurns(12, 1_000);

/** Runs the loaders and components of a page, or its action. Forms don't wait for a turn. */
export function renderRoutes(request: Request, context: RouterContextProvider): Promise<Response> {
  const render = () => handle(request, context);
  return request.method === "POST" ? render() : takeTurn(render);
}

async function handle(request: Request, context: RouterContextProvider): Promise<Response> {
  renderer ??= createRenderer();
  const { handle, version } = await renderer;
  const response = await handle(request, context);
  if (response.headers.has("X-Remix-Response")) response.headers.set(siteVersionHeader, version);
  return response;
}

async function createRenderer(): Promise<Renderer> {
  const loadBuild = () => import("virtual:react-router/server-build");
  const build = await loadBuild();
  // If it were given a function, React Router would rebuild its routes on every request.
  const handle = createRequestHandler(
    import.meta.env.DEV ? loadBuild : build,
    import.meta.env.MODE,
  );
  return { handle, version: build.assets.version };
}
