/** Loads the notice on the first interaction: once offline, it would be too late. */
export function watchOffline(): void {
  const touches = ["pointerdown", "keydown"] as const;
  async function prepare() {
    for (const touch of touches) removeEventListener(touch, prepare);
    // If that fails, the browser shows its own explanation.
    const notice = await import("../feedback/offline-notice.ts").catch(() => null);
    notice?.explainOffline();
  }
  for (const touch of touches) addEventListener(touch, prepare, { passive: true });
}
