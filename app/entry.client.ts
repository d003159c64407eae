import { type HandOff, handOffId } from "./hand-off.ts";
import { watchMaps } from "./tourism/maps.ts";
import { watchMenus } from "./ui/menus.ts";
import { measureVitals } from "./ui/vitals.ts";

// All that a page needs which stays as it was sent.
watchMenus();
watchMaps();
measureVitals();

const handOff = document.getElementById(handOffId)?.textContent;
if (handOff) whenPainted(() => takeOver(JSON.parse(handOff)));

/** Without the modules, offline say, the page goes on as one without script does. */
function takeOver(handedOff: HandOff): void {
  import("./hydrate.tsx").then(({ hydrate }) => hydrate(handedOff)).catch(() => undefined);
}

/** Once the page and its first pictures are there, or at the first touch. */
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
  if (document.readyState === "complete") afterFrame();
  else addEventListener("load", afterFrame, { once: true });
}
