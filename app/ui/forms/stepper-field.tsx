import { useRef } from "react";
import { Icon } from "../icon.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./stepper-field.module.css";

export function StepperField({ defaultValue, ...field }: FieldProps & { defaultValue?: string }) {
  const input = useRef<HTMLInputElement>(null);

  function step(by: 1 | -1) {
    if (!input.current) return;
    const value = (input.current.valueAsNumber || 0) + by;
    input.current.value = String(Math.min(Math.max(value, 0), 999));
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.stepper}>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Diminuir ${field.label}`}
            onClick={() => step(-1)}
          >
            <Icon name="minus" />
          </button>
          <input
            {...control}
            type="number"
            min={0}
            max={999}
            step={1}
            inputMode="numeric"
            defaultValue={defaultValue}
            ref={input}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Aumentar ${field.label}`}
            onClick={() => step(1)}
          >
            <Icon name="plus" />
          </button>
        </span>
      )}
    </Field>
  );
}
