import { meetsBaseline } from "./delivery/hydration/baseline.ts";
import { hydrationDataId } from "./delivery/hydration/hydration-data-id.ts";
import { watchLists } from "./listings/list/watch-lists.ts";
import { watchMaps } from "./places/spots/maps.ts";
import { watchSaves } from "./saved/watch-saves.ts";
import { watchMapToggle } from "./search/map/watch-map.ts";
import { openDialog } from "./ui/feedback/open-dialog.ts";
import { showToasts } from "./ui/feedback/show-toasts.ts";
import { watchForms } from "./ui/forms/watch-forms.ts";
import { watchUnsaved } from "./ui/forms/watch-unsaved.ts";
import { watchFollowed } from "./ui/shell/followed-link.ts";
import { watchBack } from "./ui/shell/intercept-back.ts";
import { watchMenus } from "./ui/shell/menus.ts";
import { watchOffline } from "./ui/shell/offline.ts";
import { countVisits } from "./visits/count-visits.ts";
import { measureVitals } from "./vitals/measure.ts";

/** Elements that watch-controls.ts serves. */
const controls =
  "[data-copy], [data-print], [data-share], [data-step], [data-shows-password], [type=tel]";

const touches = ["pointerdown", "keydown", "focusin"] as const;

if (meetsBaseline()) start();
else showAsWithoutScript();

function start(): void {
  watchMenus();
  watchBack();
  watchOffline();
  watchForms();
  watchUnsaved(() => import("./load-unsaved-work.ts").then(({ load }) => load()));
  watchMaps();
  measureVitals();
  countVisits();
  watchSaves();
  watchMapToggle();
  const isListed = watchLists();
  if (document.documentElement.dataset.page === "lists/routes/saved") {
    import("./lists/saved/open-saved.ts").then(
      (it) => it.openSaved(),
      () => {},
    );
  }
  const islands = document.querySelectorAll<HTMLElement>("[data-island]");
  const hasRouter = document.getElementById(hydrationDataId) !== null;
  showToasts();
  openDialog();
  if (hasRouter || document.querySelector(controls)) {
    whenPainted(
      () =>
        void import("./ui/watch-controls.ts").then(
          (it) => it.watchControls(),
          () => {},
        ),
    );
  }
  if (document.querySelector("[data-passkey]")) {
    whenPainted(
      () =>
        void import("./accounts/factors/watch-passkeys.ts").then(
          (it) => it.watchPasskeys(),
          () => {},
        ),
    );
  }
  if (!hasRouter) startStatic(isListed);
  // Hydrating it again would crash again (`recoverFromCrash`).
  if (history.state?.crashes > 1) showAsWithoutScript();
  else if (hasRouter) whenPainted(() => wakeUp());
  else {
    for (const island of islands) {
      if (island.dataset.waits) whenTouched(island);
      else whenPainted(() => wakeUp(island));
    }
  }
}

/** Starts what pages without the router need. Most of its code loads on demand, as few visitors use it. */
async function startStatic(isListed: Promise<void> | undefined): Promise<void> {
  const late = (work: (page: typeof import("./static-page.ts")) => void) =>
    import("./static-page.ts").then(work).catch(() => {});
  const stay = () => void late((it) => it.stay());
  watchFollowed();
  document.addEventListener("visibilitychange", stay, { once: true });
  setTimeout(stay, 30_000);
  const isSearch =
    document.querySelector("[data-found]") && document.referrer.startsWith(location.origin);
  if (!isSearch && !history.state?.followed) return;
  await isListed;
  late((it) => it.arrive());
}

/** If the modules fail to load, as when offline, the page keeps working as without script. */
function wakeUp(island?: HTMLElement): Promise<void> {
  return import("./wake.ts")
    .then((it) =>
      island ? it.wakeIsland(island, showAsWithoutScript) : it.wakePage(showAsWithoutScript),
    )
    .catch(showAsWithoutScript);
}

/** Hydrates an island on the first interaction with it. Until then, its form waits to be sent. */
function whenTouched(island: HTMLElement): void {
  let waking: Promise<void> | null = null;
  const start = () => {
    waking ??= wakeUp(island).then(() => island.removeEventListener("submit", hold));
    return waking;
  };
  async function hold(event: SubmitEvent) {
    event.preventDefault();
    await start();
    // React may have rendered another.
    island.querySelector("form")?.requestSubmit();
  }
  island.addEventListener("submit", hold);
  for (const touch of touches) island.addEventListener(touch, start, { once: true });
  // Typed after a reload, or refused by the server
  if (island.contains(document.activeElement)) void start();
}

/** If the code for this can't be loaded, either, only the calendar goes, which would open to nothing. */
function showAsWithoutScript(): void {
  import("./delivery/hydration/without-script.ts").catch(() =>
    document.querySelector("[data-today]")?.remove(),
  );
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
