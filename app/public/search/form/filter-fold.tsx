import type { ReactNode } from "react";
import { formatPeople } from "../../../domain/calendar/stays.ts";
import { type Filters, stayInWords } from "../../../domain/search/filters.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./filter-fold.module.css";

export interface FoldProps {
  /** The line's meaning, for those who only hear it. */
  label?: string;
  /** The line's words: an invitation, or the search it stands for. */
  line: string;
  /** True if the form has to be corrected. */
  open?: boolean;
  /** The form, which larger screens show in any case. */
  children: ReactNode;
}

/**
 * On phones the search folds to one line, so that results come first. The form stands beside the `<details>`
 * that unfolds it, since inside it would be folded on larger screens, too.
 */
export function Fold({ label = "Mudar a busca", line, open = false, children }: FoldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> says nothing to engines before 2023
    <div role="search">
      <details className={styles.unfold} open={open}>
        <summary className={styles.line}>
          <Icon name="search" />
          <span>
            <span className="visually-hidden">{label}: </span>
            {line}
          </span>
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className={styles.folded}>{children}</div>
    </div>
  );
}

/** Sums a search up: "Capitólio · 05 a 10/02 · 14 pessoas". */
export function sumUp(filters: Filters, day: string): string {
  const { localizacao, pessoas } = filters;
  const known = [
    localizacao,
    stayInWords(filters, day),
    pessoas !== null && formatPeople(pessoas),
  ].filter((value) => typeof value === "string");
  if (known.length === 0) return "Toda a região";
  // Lines break between the values alone.
  return known.map((value) => value.replaceAll(" ", "\u00a0")).join(" · ");
}
