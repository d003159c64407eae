import type { ReactNode } from "react";

export interface MenuProps {
  className?: string;
  summary: ReactNode;
  /** The spoken name, where the summary is an icon alone. */
  label?: string;
  children: ReactNode;
}

/** A menu that folds out, without script too; app/ui/shell/menus.ts closes it. */
export function Menu({ className, summary, label, children }: MenuProps) {
  return (
    <details className={className} data-menu>
      <summary aria-label={label}>{summary}</summary>
      {children}
    </details>
  );
}
