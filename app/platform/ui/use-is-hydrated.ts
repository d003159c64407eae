import { useSyncExternalStore } from "react";

/** False on the server and during hydration, so that both render the same. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
