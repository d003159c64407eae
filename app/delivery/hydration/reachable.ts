/**
 * True if a request reaches the site, or what stands before it. `navigator.onLine` alone is also true on a
 * network that leads nowhere.
 */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const request = { method: "HEAD", cache: "no-store", redirect: "manual" } as const;
  return fetch("/favicon.svg", request).then(
    () => true,
    () => false,
  );
}
