import { startTlsProxy, type TlsProxy } from "../testing/tls-proxy.ts";

/** How often the sites are asked for their health, in ms. */
const checkMs = 100;

/** Spreads requests in turns over those of `sites()` whose health is good, as a proxy does. */
export async function startBalancer(sites: () => readonly string[]): Promise<TlsProxy> {
  let turn = 0;
  let healthy: readonly string[] = sites();
  const checks = setInterval(async () => {
    const asked = sites().map(async (address) => {
      const answer = await fetch(`${address}/healthz`).catch(() => null);
      await answer?.arrayBuffer();
      return answer?.ok ? [address] : [];
    });
    healthy = (await Promise.all(asked)).flat();
  }, checkMs);
  const proxy = await startTlsProxy(() => {
    const first = turn++ % Math.max(1, healthy.length);
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
