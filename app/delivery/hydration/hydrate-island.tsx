import { type ComponentType, type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { handleCrashes } from "./crashes.ts";
import { readForm } from "./form-state.ts";
import { readIslandData } from "./island-data.ts";
import { readMarkup } from "./markup.tsx";
import { dropServerPage, keepServerPage } from "./server-page.ts";
import { followTranslations } from "./translated-text.ts";

/** Hydrates an `Island`. Calls `leave` if a crash puts the server's page back. */
export function hydrateIsland(
  island: HTMLElement,
  Component: ComponentType<object>,
  leave: () => void,
): Promise<void> {
  const props = readIslandData(island.nextElementSibling?.textContent ?? "");
  // React discards the translated HTML and renders the island again.
  const isTranslated = island.querySelector("font") !== null;
  const form = island.querySelector("form");
  const before = readForm(form);
  readMarkup();
  followTranslations();
  keepServerPage();
  return new Promise<void>((resolve) => {
    const show = () => {
      // A crash while hydrating would have come before the effects.
      dropServerPage();
      island.dataset.awake = "";
      const shown = island.querySelector("form");
      if (!shown || shown === form) resolve();
      else import("./refill.ts").then(({ refill }) => refill(shown, before)).finally(resolve);
    };
    startTransition(() => {
      const root = hydrateRoot(
        island,
        <StrictMode>
          <Awake show={show}>
            <Component {...props} />
          </Awake>
        </StrictMode>,
        {
          ...handleCrashes(
            () => root,
            () => {
              leave();
              resolve();
            },
          ),
          ...(isTranslated && { onRecoverableError() {} }),
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
