/** A browser that is "offline" even as a page arrives, as behind some VPNs, knows nothing about its network. */
let knowsNetwork = true;

/** Whether what is sent or opened now would fail. */
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
