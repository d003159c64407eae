import type { ReactNode } from "react";
import type { ParsedSearch } from "../../../domain/search/filters.ts";
import { ErrorLine } from "../../../platform/ui/feedback/error-line.tsx";
import styles from "./search-form.module.css";

interface ControlProps {
  name: string;
  label: string;
  problem?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Control({ name, label, problem, className, children }: ControlProps) {
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label htmlFor={name}>{label}</label>
      {children}
      {problem && (
        <ErrorLine id={`${name}-problem`} role="alert" className={styles.fieldProblem}>
          {problem}
        </ErrorLine>
      )}
    </div>
  );
}

const fieldNames = ["entrada", "saida", "pessoas", "total", "quartos", "ordem"] as const;

/** The first wrong field has the focus, also on a page without script. */
export function controlOf(name: (typeof fieldNames)[number], problems: ParsedSearch["problems"]) {
  const isWrong = problems[name] !== undefined;
  return {
    id: name,
    name,
    autoFocus: isWrong && name === fieldNames.find((field) => problems[field]),
    "aria-invalid": isWrong || undefined,
    "aria-describedby": isWrong ? `${name}-problem` : undefined,
  };
}
