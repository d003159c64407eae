import { meetsBaseline } from "./delivery/hydration/baseline.ts";
import {
  type HydrationData,
  hydrationDataId,
  loadModule,
  readHydrationData,
} from "./delivery/hydration/hydration-data.ts";
import { watchLists } from "./listings/list/grow-list.ts";
import { watchListView } from "./listings/list/list-view.ts";
import { watchMaps } from "./places/spots/maps.ts";
import { watchSaves } from "./saved/watch-saves.ts";
import { watchMapToggle } from "./search/map/watch-map.ts";
import { showFoundDocument } from "./search/results/show-found.ts";
import { watchUnsaved } from "./ui/forms/watch-unsaved.ts";
import { watchBack } from "./ui/shell/intercept-back.ts";
import { watchMenus } from "./ui/shell/menus.ts";
import { watchOffline } from "./ui/shell/offline.ts";
import { countVisits } from "./visits/count-visits.ts";
import { measureVitals } from "./vitals/measure.ts";

const touches = ["pointerdown", "keydown", "focusin"] as const;

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
  watchMapToggle();
  watchLists();
  const hydrationData = document.getElementById(hydrationDataId)?.textContent;
  const island = document.querySelector<HTMLElement>("[data-island]");
  if (!hydrationData) startStatic();
  // Hydrating it again would crash again (`recoverFromCrash`).
  if (history.state?.crashes > 1) showAsWithoutScript();
  else if (hydrationData) whenPainted(() => loadAndHydrate(readHydrationData(hydrationData)));
  else if (island?.dataset.waits) whenTouched(island);
  else if (island) whenPainted(() => wake(island));
}

/** On a page without the router. */
function startStatic(): void {
  showFoundDocument();
  const { day } = document.documentElement.dataset;
  if (day) watchDay(day);
  const choice = document.querySelector<HTMLElement>("[data-today]");
  // React serves those of islands.
  if (choice?.closest("[data-island]")) return;
  choice?.addEventListener("toggle", () => {
    import("./calendar/date-choice/open-calendar.ts")
      .then(({ openCalendar }) => openCalendar(choice))
      .catch(() => {});
  });
}

/** Loads the code for it late, since few pages stay open until then. */
function watchDay(day: string): void {
  let isWatched = false;
  const watch = () => {
    if (isWatched) return;
    isWatched = true;
    import("./calendar/watch-new-day.ts").then(
      ({ reloadOnNewDay }) => reloadOnNewDay(day),
      () => {
        isWatched = false;
      },
    );
  };
  document.addEventListener("visibilitychange", watch);
  setTimeout(watch, 30_000);
}

async function wake(island: HTMLElement): Promise<void> {
  try {
    const { wakeIsland } = await import("./islands.ts");
    await wakeIsland(island, showAsWithoutScript);
  } catch {
    showAsWithoutScript();
  }
}

/** Hydrates an island on the first interaction with it. Until then, its form waits to be sent. */
function whenTouched(island: HTMLElement): void {
  let waking: Promise<void> | null = null;
  const start = () => {
    waking ??= wake(island).then(() => island.removeEventListener("submit", hold));
    return waking;
  };
  async function hold(event: SubmitEvent) {
    event.preventDefault();
    await start();
    (event.target as HTMLFormElement).requestSubmit(event.submitter);
  }
  island.addEventListener("submit", hold);
  for (const touch of touches) {
    island.addEventListener(touch, start, { once: true, passive: true });
  }
  // Typed after a reload, or refused by the server
  if (island.contains(document.activeElement)) void start();
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
