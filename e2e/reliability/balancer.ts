import { startTlsProxy, type TlsProxy } from "../../testing/tls-proxy.ts";

const checkIntervalMs = 100;

/** Starts a proxy that takes turns among those `sites()` whose health check passes. */
export async function startBalancer(sites: () => readonly string[]): Promise<TlsProxy> {
  let next = 0;
  let healthy: readonly string[] = sites();
  const checks = setInterval(async () => {
    const checked = sites().map(async (site) => {
      const response = await fetch(`${site}/healthz`).catch(() => null);
      await response?.arrayBuffer();
      return response?.ok ? [site] : [];
    });
    const passing = (await Promise.all(checked)).flat();
    // A machine too busy for its health checks may still answer.
    healthy = passing.length > 0 ? passing : sites();
  }, checkIntervalMs);
  const proxy = await startTlsProxy(() => {
    const first = next++ % Math.max(1, healthy.length);
    return [...healthy.slice(first), ...healthy.slice(0, first)];
  });
  return {
    url: proxy.url,
    close() {
      clearInterval(checks);
      return proxy.close();
    },
  };
}
