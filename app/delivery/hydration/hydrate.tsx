import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { handleCrashes } from "./crashes.ts";
import { distrustForeignAnswers } from "./foreign-answers.ts";
import { readForm } from "./form-state.ts";
import { type HydrationData, loadModule } from "./hydration-data.ts";
import { readMarkup } from "./markup.tsx";
import { keepServerPage } from "./server-page.ts";
import { followTranslations } from "./translated-text.ts";

declare global {
  interface Window {
    __reactRouterContext?: unknown;
    __reactRouterRouteModules?: unknown;
  }
}

/**
 * Hydrates the page with globals that React Router's `<Scripts>` would set inline. Calls `leave` if
 * a crash puts the server's page back.
 */
export async function hydrate(page: HydrationData, leave: () => void): Promise<void> {
  const { context, before, routes, data } = page;
  for (const path of before) await loadModule(path);
  const modules = Object.entries(routes).map(async ([id, paths]) => {
    return [id, Object.assign({}, ...(await Promise.all(paths.map(loadModule))))] as const;
  });
  const routeModules = Object.fromEntries(await Promise.all(modules));
  window.__reactRouterRouteModules = routeModules;
  window.__reactRouterContext = { ...context, stream: new Blob([data]).stream() };
  readMarkup();
  keepScrollPosition();
  followTranslations();
  distrustForeignAnswers(routeModules.root.ErrorBoundary);
  keepServerPage();
  const forms = [...document.querySelectorAll<HTMLFormElement>("main form")];
  startTransition(() => {
    const root = hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        ...handleCrashes(() => root, leave),
        onRecoverableError(error) {
          reportError(error);
          void refillNew(forms);
        },
      },
    );
  });
}

/**
 * Copies what was typed into the forms that replaced the given ones. If anything changed the page before
 * hydration, such as a proxy that hides e-mail addresses, React discards its HTML and renders it again.
 */
async function refillNew(before: readonly HTMLFormElement[]): Promise<void> {
  const { refill } = await import("./refill.ts");
  for (const [nth, form] of document.querySelectorAll<HTMLFormElement>("main form").entries()) {
    const old = before[nth];
    if (old && old !== form) refill(form, readForm(old));
  }
}

/**
 * Keeps the router from restoring an earlier scroll position, unless the page ends above it: a list
 * grows by its added pages.
 */
function keepScrollPosition(): void {
  const positionsName = "react-router-scroll-positions";
  const key: string = history.state?.key ?? Math.random().toString(32).slice(2);
  if (!history.state?.key) history.replaceState({ ...history.state, key }, "");
  try {
    const positions = JSON.parse(sessionStorage.getItem(positionsName) ?? "{}");
    const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    const y = isAtEnd ? Math.max(scrollY, positions[key] ?? 0) : scrollY;
    sessionStorage.setItem(positionsName, JSON.stringify({ ...positions, [key]: y }));
  } catch {
    sessionStorage.removeItem(positionsName);
  }
}
