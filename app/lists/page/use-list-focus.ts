import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the part of the list that a form's answer leads to, if the form took the focused
 * button with it.
 */
export function useListFocus(): void {
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer, also to the same part
  useEffect(() => {
    if (!hash || document.activeElement !== document.body) return;
    const part = document.getElementById(hash.slice(1));
    const house = part?.querySelector<HTMLElement>(":is(h2, h3) a");
    (house ?? part)?.focus();
  }, [key]);
}
