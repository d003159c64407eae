import { watchLists } from "./domain/listings/list/watch-lists.ts";
import { watchSaves } from "./domain/listings/saved/watch-saves.ts";
import { countVisits } from "./domain/listings/visits/count-visits.ts";
import { watchUnsaved } from "./owner/calendar/saving/watch-unsaved.ts";
import { openDialog } from "./platform/ui/feedback/open-dialog.ts";
import { showToasts } from "./platform/ui/feedback/show-toasts.ts";
import { watchForms } from "./platform/ui/forms/watch-forms.ts";
import { focusFollowed, watchFollowed } from "./platform/ui/shell/followed-link.ts";
import { watchMenus } from "./platform/ui/shell/menus.ts";
import { watchOffline } from "./platform/ui/shell/offline.ts";
import { meetsBaseline } from "./platform/web/islands/baseline.ts";
import { watchMaps } from "./public/places/spots/maps.ts";
import { watchMapToggle } from "./public/search/map/watch-map.ts";
import { measureVitals } from "./public/vitals/measure.ts";

/** Code that not every page needs, by what selects it; it loads once the page is painted. */
const parts: Record<string, () => Promise<unknown>> = {
  "[data-copy], [data-print], [data-share], [data-step], [data-shows-password], [type=tel]": () =>
    import("./platform/ui/watch-controls.ts").then((it) => it.watchControls()),
  "[data-passkey]": () =>
    import("./domain/accounts/factors/watch-passkeys.ts").then((it) => it.watchPasskeys()),
  "[data-gallery]": () =>
    import("./public/listing-page/gallery/watch-gallery.ts").then((it) => it.watchGallery()),
  "[data-found]": async () => {
    const isSearch = document.referrer.startsWith(location.origin);
    if (isSearch) (await import("./public/search/results/show-found.ts")).showFound();
  },
  "[data-page='public/lists/routes/list']": () =>
    import("./public/lists/page/open-list.ts").then((it) => it.openList()),
  "[data-page='public/lists/routes/saved']": () =>
    import("./public/lists/saved/open-saved.ts").then((it) => it.openSaved()),
};

if (meetsBaseline()) start();
else showAsWithoutScript();

function start(): void {
  watchMenus();
  watchOffline();
  watchForms();
  watchUnsaved();
  watchMaps();
  measureVitals();
  countVisits();
  watchSaves();
  watchMapToggle();
  watchFollowed();
  void watchLists().then(focusFollowed);
  showToasts();
  openDialog();
  const painted = whenPainted();
  for (const [selector, load] of Object.entries(parts)) {
    if (document.querySelector(selector)) painted.then(load).catch(showAsWithoutScript);
  }
  // Few visitors look at a page for longer.
  if (document.querySelector("[data-day]")) setTimeout(watchNewDay, 30_000);
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
    void wakeUp(island, painted);
  }
}

function watchNewDay(): void {
  import("./domain/calendar/new-day/watch-new-day.ts").then(
    (it) => it.watchNewDay(),
    () => {},
  );
}

/** Hydrates an island once the page is painted, or once it is touched; until then, a form in it waits to be sent. */
async function wakeUp(island: HTMLElement, painted: Promise<unknown>): Promise<void> {
  let isSent = false;
  const hold = (event: Event) => {
    event.preventDefault();
    isSent = true;
  };
  if (!island.dataset.waits) await painted;
  else {
    island.addEventListener("submit", hold);
    // Typed after a reload, or refused by the server
    if (!island.contains(document.activeElement)) await whenTouched(island);
  }
  // If the modules fail to load, as when offline, the page keeps working as without script.
  await import("./islands.ts")
    .then((it) => it.wakeIsland(island, showAsWithoutScript))
    .catch(showAsWithoutScript);
  island.removeEventListener("submit", hold);
  // React may have rendered another.
  if (isSent) island.querySelector("form")?.requestSubmit();
}

/** If even this code fails to load, removes just the dates' calendar, which would open empty. */
function showAsWithoutScript(): void {
  import("./platform/web/islands/without-script.ts").catch(() =>
    document.querySelector("[data-today]")?.remove(),
  );
}

/** Once the page's main picture has loaded, or on the first interaction. */
function whenPainted(): Promise<unknown> {
  const shown = new Promise<void>((resolve) => {
    const afterFrame = () => requestAnimationFrame(() => setTimeout(resolve));
    if (!document.querySelector("img[fetchpriority=high]")) resolve();
    else if (document.readyState === "complete") afterFrame();
    else addEventListener("load", afterFrame, { once: true });
  });
  return Promise.race([shown, whenTouched(window)]);
}

function whenTouched(target: EventTarget): Promise<unknown> {
  return new Promise((resolve) => {
    for (const touch of ["pointerdown", "keydown", "focusin", "submit"]) {
      target.addEventListener(touch, resolve, { capture: true, passive: true, once: true });
    }
  });
}
