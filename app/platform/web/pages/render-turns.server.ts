export type RenderTurns = <Result>(render: () => Promise<Result>) => Promise<Result>;

/**
 * Renders `atOnce` pages at a time: of hundreds at once, each would hold what it has read while it
 * waits for the processor. A page waits for `patienceMs` at most, because while the database hangs,
 * pages that don't need it would queue behind those that do.
 */
export function createRenderTurns(atOnce: number, patienceMs: number): RenderTurns {
  const waiting = new Set<() => void>();
  let running = 0;

  function awaitTurn(): Promise<void> {
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        running += 1;
        resolve();
      };
      const timer = setTimeout(start, patienceMs);
      waiting.add(start);
    });
  }

  return async function takeTurn(render) {
    if (running < atOnce) running += 1;
    else await awaitTurn();
    try {
      return await render();
    } finally {
      running -= 1;
      const [next] = waiting;
      if (running < atOnce) next?.();
    }
  };
}
