import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { logContext } from "./db/log.server.ts";
import { newScriptMark, takeMarks, writePolicy } from "./ui/content-policy.server.ts";

/** Renders a page whole, with the data its script continues from: nothing follows the first byte. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  const nonce = newScriptMark();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const { html, scriptHashes } = takeMarks(Buffer.concat(chunks).toString(), nonce);
        headers.set("Content-Type", "text/html; charset=utf-8");
        // Vite's own scripts and styles, while one develops, are known to nobody beforehand.
        if (!import.meta.env.DEV) {
          headers.set("Content-Security-Policy", writePolicy(scriptHashes));
        }
        resolve(new Response(html, { status, headers }));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      { nonce, onAllReady: () => pipe(page), onShellError: reject, onError: reject },
    );
  });
}

/** The one place where what went wrong in a page is logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A page that is not there is an answer, not a fault.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const log = (context as Readonly<RouterContextProvider>).get(logContext);
  log.error({ err: error }, "page failed");
};
