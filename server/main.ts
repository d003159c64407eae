import { mkdir } from "node:fs/promises";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { destination, type Logger } from "pino";
import type { ViteDevServer } from "vite";
import {
  type EmbeddedDatabase,
  isStartRefusal,
  StartRefusal,
  startEmbeddedDatabase,
} from "../app/db/embedded.server.ts";
import { type Config, localAddress, readConfig } from "./config.ts";
import { createHttpServer } from "./http-server.ts";
import { createLog } from "./log.ts";

type AppModule = typeof import("./app.ts");

const programDir = resolve(import.meta.dirname, "..");
const development = process.argv.includes("--dev");

/** Requests under way get this long to finish when the site is told to stop, in ms. */
const graceMs = 10_000;

await start().catch((error) => {
  if (isStartRefusal(error)) console.error(error.message);
  else {
    console.error("O site não iniciou.");
    createLog("fatal", destination({ dest: 2, sync: true })).fatal({ err: error }, "not started");
  }
  process.exit(1);
});

async function start(): Promise<void> {
  const read = readConfig(process.env);
  if ("problems" in read) throw new StartRefusal(read.problems.join("\n"));
  const { config } = read;
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });

  const embedded = config.databaseUrl ? null : await startEmbeddedDatabase(config.dataDir);
  try {
    await serve(config, embedded, log);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function serve(
  config: Config,
  embedded: EmbeddedDatabase | null,
  log: Logger,
): Promise<void> {
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
  let handle: RequestListener | undefined;
  const { server, close } = createHttpServer((request, response) => handle?.(request, response));
  const vite = development ? await startVite(server) : null;
  const { openSite, createApp, createListener, startWork } = await loadApp(vite);
  const site = await openSite(config, databaseUrl, log, programDir);

  if (vite) {
    handle = async (request, response) => {
      vite.middlewares(request, response, async () => {
        const app = (await loadApp(vite)).createApp(site, null);
        await getRequestListener(app.fetch)(request, response);
      });
    };
  } else {
    handle = createListener(site, createApp(site, join(programDir, "build", "client")));
  }
  const stopWork = startWork(site);
  // Before anyone is told that the site is there: who knows it may stop it at once.
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    site.isStopping = true;
    await delay(config.drainMs);
    await Promise.all([close(graceMs), vite?.close()]);
    await stopWork();
    await site.close();
    await embedded?.stop();
    log.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  await listen(server, config);

  const { port } = server.address() as AddressInfo;
  site.mailedSiteUrl = config.siteUrl ?? localAddress(port);
  console.log(`\nMar de Minas está no ar em ${site.mailedSiteUrl}`);
  if (site.sampleLogin) {
    const { email, password } = site.sampleLogin;
    console.log(`Anunciante de exemplo: ${email}, senha ${password}\n`);
  }
}

async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import("vite");
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
