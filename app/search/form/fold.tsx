import type { ReactNode } from "react";
import { formatPeople } from "../../calendar/stays.ts";
import { Icon } from "../../ui/icon.tsx";
import { type Filters, stayInWords } from "../filters.ts";
import styles from "./fold.module.css";

export interface FoldProps {
  /** What the line says: an invitation, or the search it stands for. */
  line: string;
  /** True if the form has to be corrected. */
  open?: boolean;
  /** The form, which larger screens show in any case. */
  children: ReactNode;
}

/**
 * On phones the search folds to one line, so that results come first; a checkbox unfolds it, which needs
 * no script and, unlike `<details>`, leaves it open on larger screens.
 */
export function Fold({ line, open = false, children }: FoldProps) {
  return (
    <>
      <input
        type="checkbox"
        id="mudar-busca"
        className={styles.unfold}
        aria-label={`Mudar a busca: ${line}`}
        defaultChecked={open}
      />
      <label htmlFor="mudar-busca" className={styles.fold}>
        <Icon name="search" />
        <span>{line}</span>
        <Icon name="chevron-down" />
      </label>
      <div className={styles.folded}>{children}</div>
    </>
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
