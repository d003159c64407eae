import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { TextArea, TextField } from "../../../platform/ui/forms/field.tsx";
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
  copied?: CopiedText | undefined;
  /** Called with the typed text, also with text typed before hydration. */
  onText?: (text: string) => void;
}

/** Counts while it has the focus, and always near the limit. */
export function LimitedText({ limit, isLong = false, copied, onText, ...field }: LimitedTextProps) {
  const [text, setText] = useState(field.defaultValue ?? "");
  const box = useRef<HTMLDivElement>(null);
  function take(control: EventTarget | null | undefined) {
    const { value } = control as HTMLInputElement | HTMLTextAreaElement;
    setText(value);
    onText?.(value);
  }
  // It may have been typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => take(box.current?.querySelector("[name]")), []);
  // As the form's schema counts.
  const count = text.trim().length;
  const isNear = count >= limit * 0.8;
  const Control = isLong ? TextArea : TextField;
  return (
    <div className={styles.text} ref={box} onInput={({ target }) => take(target)}>
      <Control {...field} hint={hintOf(copied, text, field.hint)} />
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

/** A text that came from another ad, and what the field says of it until it is changed. */
export interface CopiedText {
  text: string;
  note: string;
}

function hintOf(copied: CopiedText | undefined, typed: string, hint: ReactNode): ReactNode {
  if (!copied?.text || typed.trim() !== copied.text.trim()) return hint;
  return (
    <>
      <b>{copied.note}</b> {hint}
    </>
  );
}
