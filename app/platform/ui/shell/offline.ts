/** False if the browser claimed to be offline while the page loaded, as some do behind a VPN. */
let knowsNetwork = true;

/** Whether sending a form or following a link would fail right now. */
export function isOffline(): boolean {
  return knowsNetwork && !navigator.onLine;
}

/** Loads the notice on the first interaction: once offline, it would be too late. */
export function watchOffline(): void {
  knowsNetwork = navigator.onLine;
  addEventListener("online", () => {
    knowsNetwork = true;
  });
  const touches = ["pointerdown", "keydown"] as const;
  async function prepare() {
    for (const touch of touches) removeEventListener(touch, prepare);
    // If that fails, the browser shows its own explanation.
    const notice = await import("../feedback/offline-notice.ts").catch(() => null);
    notice?.explainOffline(isOffline);
  }
  for (const touch of touches) addEventListener(touch, prepare, { passive: true });
}
