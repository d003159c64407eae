import { mkdir } from "node:fs/promises";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { destination, type Logger } from "pino";
import type { ViteDevServer } from "vite";
import { startEmbeddedDatabase } from "../app/db/embedded.server.ts";
import { isStartRefusal, StartRefusal } from "../app/db/start-refusal.server.ts";
import { type Config, localAddress, readConfig } from "./config.ts";
import { createHttpServer, createListener } from "./http-server.ts";
import { createLog } from "./log.ts";
import type { Site } from "./site.ts";

type AppModule = typeof import("./app.ts");

const programDir = resolve(import.meta.dirname, "..");
const development = process.argv.includes("--dev");

/** For requests in progress when the site stops. */
const graceMs = 10_000;

/** Aborted by the first signal; further ones change nothing. */
const stopping = new AbortController();
const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
for (const name of signals) process.on(name, () => stopping.abort(new Error(name)));
// A closed pipe on the output must not end the site before its database.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

await run().catch((error) => {
  const { reason } = stopping.signal;
  if (reason && (error === reason || error.cause === reason)) return;
  if (isStartRefusal(error)) console.error(error.message);
  else {
    console.error("O site não iniciou.");
    createLog("fatal", destination({ dest: 2, sync: true })).fatal({ err: error }, "not started");
  }
  process.exit(1);
});
process.exit(0);

/** Returns after the embedded database has ended. */
async function run(): Promise<void> {
  const read = readConfig(process.env);
  if ("problems" in read) throw new StartRefusal(read.problems.join("\n"));
  const { config } = read;
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
  if (config.databaseUrl) return serve(config, config.databaseUrl, log);

  const { signal } = stopping;
  const embedded = await startEmbeddedDatabase(config.dataDir, { log, signal, restarts: true });
  try {
    await serve(config, embedded.url, log);
  } finally {
    await embedded.stop();
  }
}

async function serve(config: Config, databaseUrl: string, log: Logger): Promise<void> {
  // Anything still opening when the site stops is cut off, as by a kill.
  const running = await Promise.race([open(config, databaseUrl, log), untilStopped()]);
  if (!running) return;
  const { site, close } = running;

  console.log(`\nMar de Minas está no ar em ${site.mailedSiteUrl}`);
  if (site.sampleLogin) {
    const { email, password } = site.sampleLogin;
    console.log(`Anunciante de exemplo: ${email}, senha ${password}\n`);
  }

  await untilStopped();
  log.info({ signal: stopping.signal.reason.message }, "stopping");
  site.isStopping = true;
  await delay(config.drainMs);
  await close();
  log.info("stopped");
}

function untilStopped(): Promise<null> {
  const { signal } = stopping;
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}

interface Running {
  site: Site;
  close: () => Promise<void>;
}

async function open(config: Config, databaseUrl: string, log: Logger): Promise<Running> {
  let handle: RequestListener | undefined;
  const { server, close } = createHttpServer((request, response) => handle?.(request, response));
  const vite = development ? await startVite(server) : null;
  const { openSite, createApp, startWork } = await loadApp(vite);
  const site = await openSite(config, databaseUrl, log, programDir);

  if (vite) {
    handle = async (request, response) => {
      vite.middlewares(request, response, async () => {
        const app = (await loadApp(vite)).createApp(site, null);
        await getRequestListener(app.fetch)(request, response);
      });
    };
  } else {
    handle = createListener(createApp(site, join(programDir, "build", "client")));
  }
  const stopWork = startWork(site);
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  site.mailedSiteUrl = config.siteUrl ?? localAddress(port);
  return {
    site,
    async close() {
      await Promise.all([close(graceMs), vite?.close()]);
      await stopWork();
      await site.close();
    },
  };
}

async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import("vite");
  // React Router's own Vite would end the process on SIGTERM, before the database.
  process.on("newListener", (event, listener) => {
    if (signals.some((name) => name === event)) {
      queueMicrotask(() => process.off(event as NodeJS.Signals, listener as () => void));
    }
  });
  return createVite({
    root: programDir,
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
}

async function loadApp(vite: ViteDevServer | null): Promise<AppModule> {
  if (vite) return (await vite.ssrLoadModule("./server/app.ts")) as AppModule;
  const built = join(programDir, "build", "server", "index.js");
  return (await import(built)) as AppModule;
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        fail(new StartRefusal(`A porta ${config.port} já está em uso. Escolha outra com PORT.`));
      } else if (error.code === "EACCES") {
        fail(
          new StartRefusal(
            `Sem permissão para usar a porta ${config.port}. Escolha outra com PORT.`,
          ),
        );
      } else fail(error);
    });
    server.listen(config.port, config.host, done);
  });
}
