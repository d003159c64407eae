import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { ViteDevServer } from "vite";
import type { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { type Config, localAddress } from "./config.ts";
import type { Site } from "./create-site.ts";
import { createHttpServer, createListener } from "./http-server.ts";
import { listen } from "./port.ts";
import { stopSignals } from "./stop-signals.ts";
import { untilAborted } from "./until-aborted.ts";
import type { Start } from "./workers/worker-messages.ts";

type AppModule = typeof import("./app.ts");

const programDir = resolve(import.meta.dirname, "..");

/** Time for requests in progress when the site stops. */
const graceMs = 10_000;

export interface Serving {
  config: Config;
  /** Resolves once the database is up; the app loads meanwhile. */
  start: Promise<Start>;
  log: Logger;
  /** Aborted to stop, with the reason as an error. */
  stopping: AbortSignal;
  /** Called once requests are answered. */
  onReady?: () => void;
  /** Prints the address and the sample login; standard output by default. */
  print?: (text: string) => void;
  /** True to serve with Vite instead of the build. */
  development?: boolean;
}

/** Serves until stopped. Throws {@link StartRefusal} if that cannot begin. */
export async function serve(serving: Serving): Promise<void> {
  const { config, log, stopping } = serving;
  // Anything still opening when the site stops is cut off, as by a kill.
  const running = await Promise.race([open(serving), untilAborted(stopping)]);
  if (!running) return;
  const { site, close, isFirst } = running;
  if (isFirst) (serving.print ?? console.log)(announcementOf(site));
  serving.onReady?.();

  await untilAborted(stopping);
  log.info({ signal: stopping.reason.message }, "stopping");
  site.isStopping = true;
  await delay(config.drainMs);
  await close();
  log.info("stopped");
}

/** Prints the address and the login in one write, so that a program waiting for the address gets both. */
function announcementOf({ mailedSiteUrl, sampleLogin }: Site): string {
  const lines = ["", `Mar de Minas está no ar em ${mailedSiteUrl}`];
  if (sampleLogin) {
    lines.push(`Anunciante de exemplo: ${sampleLogin.email}, senha ${sampleLogin.password}`, "");
  }
  return lines.join("\n");
}

interface Running {
  site: Site;
  isFirst: boolean;
  close: () => Promise<void>;
}

async function open(serving: Serving): Promise<Running> {
  const { config, log } = serving;
  let handle: RequestListener | undefined;
  const { server, close } = createHttpServer((request, response) => handle?.(request, response));
  const vite = serving.development ? await startVite(server) : null;
  const { openSite, createApp, startWork, noteMailedSite } = await loadApp(vite);
  const { databaseUrl, ownerUrl, role } = await serving.start;
  const site = await openSite({ config, databaseUrl, ownerUrl, log, programDir, role });
  await site.warmUp();

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
  releaseStartupMemory();
  const stopWork = startWork(site, role);
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  site.mailedSiteUrl = config.siteUrl ?? localAddress(port);
  if (role.prepares) {
    const { db, mailedSiteUrl, operatorEmail } = site;
    await noteMailedSite(db, { mailedSiteUrl, siteEmail: operatorEmail });
  }
  return {
    site,
    isFirst: role.prepares,
    async close() {
      await Promise.all([close(graceMs), vite?.close()]);
      await stopWork();
      await site.close();
    },
  };
}

/**
 * Loading the app leaves some 20 MB of garbage, which V8 would keep for later. Only this kind of
 * collection returns it to the system. It blocks the process, so it must precede the first request.
 */
function releaseStartupMemory(): void {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import("vite");
  // React Router's own Vite would end the process on SIGTERM, before the database.
  process.on("newListener", (event, listener) => {
    if (stopSignals.some((name) => name === event)) {
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
