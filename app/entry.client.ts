import { meetsBaseline } from "./delivery/hydration/baseline.ts";
import {
  type HydrationData,
  hydrationDataId,
  loadModule,
  readHydrationData,
} from "./delivery/hydration/hydration-data.ts";
import { watchListView } from "./listings/list/list-view.ts";
import { watchMaps } from "./places/spots/maps.ts";
import { watchSaves } from "./saved/watch-saves.ts";
import { watchUnsaved } from "./ui/forms/watch-unsaved.ts";
import { watchBack } from "./ui/shell/intercept-back.ts";
import { watchMenus } from "./ui/shell/menus.ts";
import { watchOffline } from "./ui/shell/offline.ts";
import { countVisits } from "./visits/count-visits.ts";
import { measureVitals } from "./vitals/measure.ts";

if (meetsBaseline()) start();
else showAsWithoutScript();

function start(): void {
  watchMenus();
  watchBack();
  watchOffline();
  watchUnsaved(() => import("./load-unsaved-work.ts").then(({ load }) => load()));
  watchMaps();
  measureVitals();
  countVisits();
  watchSaves();
  watchListView();
  const hydrationData = document.getElementById(hydrationDataId)?.textContent;
  if (!hydrationData) {
    const choice = document.querySelector<HTMLElement>("[data-today]");
    choice?.addEventListener("toggle", () => {
      import("./calendar/date-choice/open-calendar.ts")
        .then(({ openCalendar }) => openCalendar(choice))
        .catch(() => {});
    });
    return;
  }
  // Hydrating it again would crash again (`recoverFromCrash`).
  if (history.state?.crashes > 1) showAsWithoutScript();
  else whenPainted(() => loadAndHydrate(readHydrationData(hydrationData)));
}

/** If the modules fail to load, as when offline, the page keeps working as without script. */
async function loadAndHydrate(data: HydrationData): Promise<void> {
  // Fetch all modules in parallel instead of discovering each import in turn.
  for (const path of [...data.before, ...Object.values(data.routes).flat()]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = path;
    document.head.append(link);
  }
  try {
    // Hot reload only works for a React that starts after its runtime.
    if (import.meta.env.DEV) await loadModule(data.before[0] ?? "");
    const { hydrate } = await import("./delivery/hydration/hydrate.tsx");
    await hydrate(data, showAsWithoutScript);
  } catch {
    showAsWithoutScript();
  }
}

/** Leaves the page as it is if the code for this can't be loaded, either. */
function showAsWithoutScript(): void {
  import("./delivery/hydration/without-script.ts").catch(() => {});
}

/** Once the page's main picture has loaded, or on the first interaction. */
function whenPainted(work: () => void): void {
  const touches = ["pointerdown", "keydown", "focusin"] as const;
  let isDone = false;
  function once() {
    if (isDone) return;
    isDone = true;
    for (const touch of touches) removeEventListener(touch, once, { capture: true });
    work();
  }
  for (const touch of touches) addEventListener(touch, once, { capture: true, passive: true });
  const afterFrame = () => requestAnimationFrame(() => setTimeout(once));
  if (!document.querySelector("img[fetchpriority=high]")) once();
  else if (document.readyState === "complete") afterFrame();
  else addEventListener("load", afterFrame, { once: true });
}
