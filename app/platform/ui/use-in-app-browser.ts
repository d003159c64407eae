import { findInAppBrowser, type InAppBrowser } from "./in-app-browser.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** Null on the server and during hydration. */
export function useInAppBrowser(): InAppBrowser | null {
  return useIsHydrated() ? findInAppBrowser(navigator.userAgent) : null;
}
