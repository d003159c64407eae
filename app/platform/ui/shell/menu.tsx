import type { ReactNode } from "react";

export interface MenuProps {
  className?: string;
  summary: ReactNode;
  label?: string;
  children: ReactNode;
}

/** Opens without script; app/platform/ui/shell/menus.ts closes it. */
export function Menu({ className, summary, label, children }: MenuProps) {
  return (
    <details className={className} data-menu>
      <summary aria-label={label}>{summary}</summary>
      {children}
    </details>
  );
}
