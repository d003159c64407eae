import { useEffect, useEffectEvent } from "react";
import { interceptBack } from "../../ui/shell/intercept-back.ts";

/** Marks the history entry of whatever Back closes. */
const mark = "closesOnBack";

function hasOwnEntry(): boolean {
  return history.state?.[mark] === true;
}

/**
 * Adds a history entry, so that Back, as a button or a gesture, calls `onBack` instead of leaving
 * the page. The router is bypassed: it would load the page's data again, which fails offline.
 */
export function useBack(onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    // It exists already if the page was reloaded on it.
    if (!hasOwnEntry()) history.pushState({ ...history.state, [mark]: true }, "");
    const { key } = history.state;
    return interceptBack((event) => {
      if (event.state?.key === key) event.stopImmediatePropagation();
      close();
    });
  }, []);
}

/** Goes back after closing by other means. False if there is no entry to go back from. */
export function leaveByBack(): boolean {
  if (!hasOwnEntry()) return false;
  history.back();
  return true;
}
