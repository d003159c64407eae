import { type ComponentType, type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { readForm } from "./form-state.ts";
import { readIslandData } from "./island-data.ts";

/**
 * Hydrates an `Island`. If React crashes, now or later, the server's HTML is back, which works as without script,
 * and `leave` is called. Resolves in either case.
 */
export function hydrateIsland(
  island: HTMLElement,
  Component: ComponentType<object>,
  leave: () => void,
): Promise<void> {
  const props = readIslandData(island.nextElementSibling?.textContent ?? "");
  // Not a copy of its elements, whose pictures browsers would load.
  const server = island.innerHTML;
  let form = island.querySelector("form");
  const before = readForm(form);

  /** Takes over text typed into a form that has since been replaced. */
  async function takeOver(typed: typeof before): Promise<void> {
    const shown = island.querySelector("form");
    const isNew = shown !== form;
    form = shown;
    if (shown && isNew) await import("./refill.ts").then(({ refill }) => refill(shown, typed));
  }

  return new Promise<void>((resolve) => {
    const show = () => {
      island.dataset.awake = "";
      takeOver(before).finally(resolve);
    };
    let hasCrashed = false;
    const recover = () => {
      // One fault may be reported more than once.
      if (hasCrashed) return;
      hasCrashed = true;
      // The form that React has taken away still has its values.
      const typed = readForm(form);
      root.unmount();
      island.innerHTML = server;
      delete island.dataset.awake;
      leave();
      takeOver(typed).finally(resolve);
    };
    let root: ReturnType<typeof hydrateRoot>;
    startTransition(() => {
      root = hydrateRoot(
        island,
        <StrictMode>
          <Awake show={show}>
            <Component {...props} />
          </Awake>
        </StrictMode>,
        {
          onUncaughtError(error) {
            reportError(error);
            // React is not done with the island yet.
            queueMicrotask(recover);
          },
        },
      );
    });
  });
}

function Awake({ show, children }: { show: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(show, []);
  return children;
}
