import { type HandOff, handOffId, loadModule } from "./hand-off.ts";
import { watchMaps } from "./tourism/maps.ts";
import { watchDrafts } from "./ui/form-drafts.ts";
import { watchMenus } from "./ui/menus.ts";
import { measureVitals } from "./ui/vitals.ts";

// All that a page needs which stays as it was sent.
watchMenus();
watchDrafts();
watchMaps();
measureVitals();

const handOff = document.getElementById(handOffId)?.textContent;
if (handOff) whenPainted(() => takeOver(JSON.parse(handOff)));

/** Without the modules, offline say, the page goes on as one without script does. */
async function takeOver(handedOff: HandOff): Promise<void> {
  // All at once, instead of one after the other as each is read.
  for (const path of [...handedOff.before, ...Object.values(handedOff.routes).flat()]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = path;
    document.head.append(link);
  }
  try {
    // Hot reload only reaches a React that starts after its runtime.
    if (import.meta.env.DEV) await loadModule(handedOff.before[0] ?? "");
    const { hydrate } = await import("./hydrate.tsx");
    await hydrate(handedOff);
  } catch {}
}

/** Once a picture that comes first has come, or at the first touch. */
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
