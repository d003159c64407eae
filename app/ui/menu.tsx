import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

export interface MenuProps {
  className: string;
  summary: ReactNode;
  /** The spoken name, where the summary is an icon alone. */
  label?: string;
  children: ReactNode;
}

/**
 * A menu that folds out. It works without script; with it, it closes on Escape, on a tap beside it
 * and when a page was chosen.
 */
export function Menu({ className, summary, label, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      const details = menu.current;
      if (event.key !== "Escape" || !details?.open) return;
      const hadFocus = details.contains(document.activeElement);
      details.open = false;
      if (hadFocus) details.querySelector("summary")?.focus();
    }
    function closeBeside(event: PointerEvent) {
      const details = menu.current;
      if (details?.open && !details.contains(event.target as Node)) details.open = false;
    }
    document.addEventListener("keydown", closeOnEscape);
    document.addEventListener("pointerdown", closeBeside);
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      document.removeEventListener("pointerdown", closeBeside);
    };
  }, []);

  return (
    <details className={className} ref={menu}>
      <summary aria-label={label}>{summary}</summary>
      {children}
    </details>
  );
}
