import { type ComponentProps, useState } from "react";
import { TextArea, TextField } from "../../../ui/forms/field.tsx";
import styles from "./limited-text.module.css";

type TextProps = Pick<
  ComponentProps<typeof TextField>,
  "name" | "label" | "error" | "optional" | "hint" | "placeholder" | "autoComplete"
>;

export interface LimitedTextProps extends TextProps {
  defaultValue?: string;
  /** Limit in characters; more can be typed, but not saved. */
  limit: number;
  isLong?: boolean;
}

/** Counts while it has the focus, and always near the limit. */
export function LimitedText({ limit, isLong = false, ...field }: LimitedTextProps) {
  const [count, setCount] = useState(countOf(field.defaultValue));
  const isNear = count >= limit * 0.8;
  const Control = isLong ? TextArea : TextField;
  return (
    <div
      className={styles.text}
      onInput={({ target }) => setCount(countOf((target as HTMLInputElement).value))}
    >
      <Control {...field} />
      <span
        className={`${styles.count} ${isNear ? styles.near : ""} ${count > limit ? styles.over : ""}`}
        aria-live={isNear ? "polite" : "off"}
        data-count-of={field.name}
      >
        {count} de {limit}
      </span>
    </div>
  );
}

/** Counts as the form's schema does. */
function countOf(text = ""): number {
  return text.trim().length;
}
