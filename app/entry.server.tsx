import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { HydrationContext, prepareHydration } from "./hydration/hydration-script.tsx";
import { photoStoreContext } from "./photos/store.server.ts";
import { writePolicy } from "./site/content-policy.server.ts";
import { siteContext } from "./site/site.server.ts";
import { keepHtml } from "./ui/reuse-html.server.ts";
import { ReuseContext } from "./ui/reused.tsx";

/** In development, components change. */
const reuseHtml = import.meta.env.DEV ? null : keepHtml();

/** Renders the whole page, with its hydration data, before sending the first byte. */
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
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        headers.set("Content-Type", "text/html; charset=utf-8");
        headers.set("Content-Security-Policy", writePolicy(baseUrl, import.meta.env.DEV));
        resolve(new Response(Buffer.concat(chunks), { status, headers }));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(
      <ReuseContext value={reuseHtml}>
        <HydrationContext value={hydrationData && JSON.stringify(hydrationData)}>
          <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} />
        </HydrationContext>
      </ReuseContext>,
      {
        bootstrapModules: [entry.manifest.entry.module],
        onAllReady: () => pipe(page),
        onShellError: reject,
        onError: reject,
      },
    );
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as Readonly<RouterContextProvider>).get(siteContext).reportFailure(error);
};
