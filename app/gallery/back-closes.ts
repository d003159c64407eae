import { useEffect, useEffectEvent } from "react";

/** Marks the history entry of whatever Back closes. */
const mark = "closesOnBack";

function hasOwnEntry(): boolean {
  return history.state?.[mark] === true;
}

/**
 * Adds a history entry, so that Back, as a button or a gesture, calls `onBack` instead of leaving
 * the page. The router finds the same address and only refreshes its data.
 */
export function useBack(onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    // It exists already if the page was reloaded on it.
    if (!hasOwnEntry()) history.pushState({ ...history.state, [mark]: true }, "");
    const leave = () => close();
    addEventListener("popstate", leave);
    return () => removeEventListener("popstate", leave);
  }, []);
}

/** For closing by other means. False if there is no entry to go back from. */
export function leaveByBack(): boolean {
  if (!hasOwnEntry()) return false;
  history.back();
  return true;
}
