import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
} from "react-router";
import { createRenderTurns } from "./render-turns.server.ts";

let handler: Promise<RequestHandler> | null = null;

/** Fewer at once would wait for the database while the processor is idle (decision 014). */
const takeTurn = createRenderTurns(12, 1_000);

/** Runs the loaders and components of a page, or its action. Forms don't wait for a turn. */
export async function renderRoutes(
  request: Request,
  context: RouterContextProvider,
): Promise<Response> {
  handler ??= createHandler();
  const handle = await handler;
  const render = () => handle(request, context);
  return request.method === "POST" ? render() : takeTurn(render);
}

async function createHandler(): Promise<RequestHandler> {
  const loadBuild = () => import("virtual:react-router/server-build");
  // If it were given a function, React Router would rebuild its routes on every request.
  return createRequestHandler(
    import.meta.env.DEV ? loadBuild : await loadBuild(),
    import.meta.env.MODE,
  );
}
