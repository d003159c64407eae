import type { HydrationOptions, Root } from "react-dom/client";
import { recoverFromCrash } from "./full-load.ts";
import { restoreServerPage } from "./server-page.ts";

/** If React crashes, puts the server's page back and calls `leave`, or loads the page again. */
export function handleCrashes(
  root: () => Root,
  leave: () => void,
): Pick<HydrationOptions, "onCaughtError" | "onUncaughtError"> {
  let hasCrashed = false;
  function recover() {
    // Several boundaries report the same crash.
    if (hasCrashed) return;
    hasCrashed = true;
    // React is not done with the page yet.
    queueMicrotask(() => (restoreServerPage(root()) ? leave() : recoverFromCrash()));
  }
  return {
    // The router logs these errors.
    onCaughtError: recover,
    onUncaughtError(error) {
      reportError(error);
      recover();
    },
  };
}
