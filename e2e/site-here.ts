import { findFreePort } from "../app/platform/db/embedded/postmaster.server.ts";
import { requireConfig } from "../server/config.ts";
import { createLog } from "../server/logger.ts";
import { runSite } from "../server/run-site.ts";
import { serve } from "../server/serve.ts";
import { soleRole } from "../server/workers/worker-messages.ts";
import { startTlsProxy } from "../testing/tls-proxy.ts";
import { type RunningSite, type SiteOptions, variablesOf } from "./site-process.ts";

type Options = Omit<SiteOptions, "dataDir" | "programDir"> & { dataDir: string };

/**
 * Serves a site in this process, behind a TLS proxy: the app is loaded and compiled once for all files
 * of a worker, which otherwise takes two seconds of CPU time in each. Its database runs apart, as ever.
 */
export async function serveSite(options: Options): Promise<RunningSite> {
  const { dataDir } = options;
  const port = await findFreePort();
  const proxy = options.plainHttp ? null : await startTlsProxy(() => [`http://127.0.0.1:${port}`]);
  const config = requireConfig({
    ...process.env,
    ...variablesOf(options, dataDir, port, proxy),
  });
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  const log = createLog(config.logLevel, { write });
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const running = runSite({ config, log, stopping: stop.signal }, (database) =>
    serve({
      config,
      start: database.then((addresses) => ({ ...addresses, role: soleRole })),
      log,
      stopping: stop.signal,
      print: (text) => write(`${text}\n`),
      onReady: ready.resolve,
    }),
  );
  const ended = running.then(() => {
    throw new Error(`the site ended: ${output}`);
  });
  await Promise.race([ready.promise, ended]).catch(async (error) => {
    await proxy?.close();
    throw error;
  });
  return {
    url: proxy?.url ?? `http://localhost:${port}`,
    dataDir,
    output: () => output,
    async end(signal) {
      stop.abort(new Error(signal));
      await running;
      await proxy?.close();
    },
  };
}
