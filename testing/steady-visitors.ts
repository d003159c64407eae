import type { Ask } from "./upload.ts";

const paths = ["/", "/search?q=900", "/blog", "/dashboard", "/plans"];

export interface SteadyVisitors {
  answered: () => number;
  /** Ends the visits; returns the longest wait in ms, and every answer that isn't 200. */
  stop: () => Promise<{ slowestMs: number; failures: string[] }>;
}

/** Four visitors who open one page after the other until stopped, two of them logged in. */
export function startVisiting(ask: Ask, cookie: string): SteadyVisitors {
  const failures: string[] = [];
  let [answered, slowestMs, isOver] = [0, 0, false];
  async function visit(first: number): Promise<void> {
    for (let n = first; !isOver; n++) {
      const path = paths[n % paths.length] ?? "/";
      const began = performance.now();
      const isLoggedIn = first % 2 === 0 || path === "/dashboard";
      const failure = await open(path, isLoggedIn ? cookie : "").catch(
        (error: Error) => `${path}: ${error.cause ?? error.message}`,
      );
      const ms = performance.now() - began;
      slowestMs = Math.max(slowestMs, ms);
      answered += 1;
      if (failure) failures.push(`${failure} after ${ms.toFixed(0)} ms`);
    }
  }
  async function open(path: string, sent: string): Promise<string | null> {
    const answer = await ask(path, sent ? { headers: { Cookie: sent } } : {});
    const text = await answer.text();
    if (answer.status === 200) return null;
    // A site names its request; an answer without a name is the proxy's own.
    const id = answer.headers.get("X-Request-Id") ?? "none";
    return `${path}: ${answer.status}, request ${id}: ${text.slice(0, 80)}`;
  }
  const visitors = [0, 1, 2, 3].map(visit);
  return {
    answered: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(visitors);
      return { slowestMs, failures };
    },
  };
}
