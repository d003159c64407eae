import { meetsBaseline } from "./delivery/hydration/baseline.ts";
import { watchLists } from "./listings/list/watch-lists.ts";
import { watchMaps } from "./places/spots/maps.ts";
import { watchSaves } from "./saved/watch-saves.ts";
import { watchMapToggle } from "./search/map/watch-map.ts";
import { openDialog } from "./ui/feedback/open-dialog.ts";
import { showToasts } from "./ui/feedback/show-toasts.ts";
import { watchForms } from "./ui/forms/watch-forms.ts";
import { watchUnsaved } from "./ui/forms/watch-unsaved.ts";
import { watchFollowed } from "./ui/shell/followed-link.ts";
import { watchMenus } from "./ui/shell/menus.ts";
import { watchOffline } from "./ui/shell/offline.ts";
import { countVisits } from "./visits/count-visits.ts";
import { measureVitals } from "./vitals/measure.ts";

/** Code for parts that few pages have, by what selects them; it loads once the page is painted. */
const parts: readonly [string, () => Promise<void>][] = [
  [
    "[data-copy], [data-print], [data-share], [data-step], [data-shows-password], [type=tel]",
    async () => (await import("./ui/watch-controls.ts")).watchControls(),
  ],
  [
    "[data-gallery]",
    async () => (await import("./listing-page/gallery/watch-gallery.ts")).watchGallery(),
  ],
  [
    "[data-passkey]",
    async () => (await import("./accounts/factors/watch-passkeys.ts")).watchPasskeys(),
  ],
  [
    '[data-page="lists/routes/saved"]',
    async () => (await import("./lists/saved/open-saved.ts")).openSaved(),
  ],
  [
    '[data-page="lists/routes/list"]',
    async () => {
      const isOwn = document.querySelector("[data-own-list]") !== null;
      (await import("./saved/own-lists.ts")).rememberList(isOwn);
    },
  ],
];

const touches = ["pointerdown", "keydown", "focusin"] as const;

if (meetsBaseline()) start();
else showAsWithoutScript();

function start(): void {
  watchMenus();
  watchOffline();
  watchForms();
  watchUnsaved(() => import("./unsaved-work.ts"));
  watchMaps();
  measureVitals();
  countVisits();
  watchSaves();
  watchMapToggle();
  const isListed = watchLists();
  showToasts();
  openDialog();
  for (const [selector, load] of parts) {
    if (document.querySelector(selector)) whenPainted(() => void load().catch(showAsWithoutScript));
  }
  arrive(isListed);
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
    if (island.dataset.waits) whenTouched(island);
    else whenPainted(() => wakeUp(island));
  }
}

/** Moves the focus after a search and Back, and looks after pages that stay open. Few visitors need its code. */
async function arrive(isListed: Promise<void> | undefined): Promise<void> {
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
function wakeUp(island: HTMLElement): Promise<void> {
  return import("./islands.ts")
    .then(({ wakeIsland }) => wakeIsland(island, showAsWithoutScript))
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
