import type { Metric } from "web-vitals";

/** Reports when the visitor leaves: numbers and the route's id, nothing personal. */
export function measureVitals(): void {
  const { page: route } = document.documentElement.dataset;
  if (!route) return;
  const start = () => whenIdle(() => measure(route).catch(() => undefined));
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 1000);
}

async function measure(route: string): Promise<void> {
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import("web-vitals");
  const waiting = new Map<string, number>();
  /** A page shown again keeps measuring; only its first report counts. */
  const reported = new Set<string>();
  const take = ({ id, name, value }: Metric) => {
    if (reported.has(id)) return;
    reported.add(id);
    waiting.set(name, Math.round(value * 1000) / 1000);
  };
  onTTFB(take);
  onFCP(take);
  onLCP(take);
  onCLS(take);
  onINP(take);
  // This comes after web-vitals' own listeners, which finish measuring on this event.
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden" || waiting.size === 0) return;
    const report = JSON.stringify({ route, metrics: Object.fromEntries(waiting) });
    waiting.clear();
    navigator.sendBeacon("/medidas", new Blob([report], { type: "application/json" }));
  });
}
