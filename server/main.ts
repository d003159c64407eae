import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type Logger, pino } from "pino";
import type { ViteDevServer } from "vite";
import {
  type EmbeddedDatabase,
  StartRefusal,
  startEmbeddedDatabase,
} from "../app/db/embedded.server.ts";
import { type Config, readConfig } from "./config.ts";

type AppModule = typeof import("./app.ts");

const programDir = resolve(import.meta.dirname, "..");
const development = process.argv.includes("--dev");

/** Requests under way get this long to finish when the site is told to stop, in ms. */
const graceMs = 10_000;

await start().catch((error) => {
  if (error instanceof StartRefusal) console.error(error.message);
  else console.error("O site não iniciou.", error);
  process.exit(1);
});

async function start(): Promise<void> {
  const read = readConfig(process.env);
  if ("problems" in read) throw new StartRefusal(read.problems.join("\n"));
  const { config } = read;
  const log = pino({ level: config.logLevel }, logDestination());
  await mkdir(config.dataDir, { recursive: true });

  const embedded = config.databaseUrl ? null : await startEmbeddedDatabase(config.dataDir);
  try {
    await serve(config, embedded, log);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Standard output, written in pieces: a line by itself costs as much as the page it tells of. */
function logDestination() {
  return pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 });
}

async function serve(
  config: Config,
  embedded: EmbeddedDatabase | null,
  log: Logger,
): Promise<void> {
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
  const server = createServer();
  const vite = development ? await startVite(server) : null;
  const { openSite, createApp, createListener, startWork } = await loadApp(vite);
  const site = await openSite(config, databaseUrl, log, programDir);

  if (vite) {
    server.on("request", (request, response) => {
      vite.middlewares(request, response, async () => {
        const app = (await loadApp(vite)).createApp(site, null);
        await getRequestListener(app.fetch)(request, response);
      });
    });
  } else {
    const app = createApp(site, join(programDir, "build", "client"));
    server.on("request", createListener(site, app));
  }
  const stopWork = startWork(site);
  // Before anyone is told that the site is there: who knows it may stop it at once.
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    const closed = new Promise((done) => server.close(done));
    server.closeIdleConnections();
    const hurry = setTimeout(() => server.closeAllConnections(), graceMs);
    await vite?.close();
    await closed;
    clearTimeout(hurry);
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
  const address = config.siteUrl ?? `http://localhost:${port}`;
  console.log(`\nMar de Minas está no ar em ${address}`);
  if (site.sampleLogin) {
    const { email, password } = site.sampleLogin;
    console.log(`Anunciante de exemplo: ${email}, senha ${password}\n`);
  }
}

async function startVite(server: ReturnType<typeof createServer>): Promise<ViteDevServer> {
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

function listen(server: ReturnType<typeof createServer>, config: Config): Promise<void> {
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
