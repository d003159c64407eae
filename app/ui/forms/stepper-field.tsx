import { type FormEventHandler, useRef } from "react";
import { Icon } from "../icon.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./stepper-field.module.css";

export interface StepperFieldProps extends FieldProps {
  defaultValue?: string;
  min?: number;
  max?: number;
  onInput?: FormEventHandler<HTMLInputElement>;
}

export function StepperField({
  defaultValue,
  min = 0,
  max = 999,
  onInput,
  ...field
}: StepperFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  function step(by: 1 | -1) {
    if (!input.current) return;
    const value = (input.current.valueAsNumber || 0) + by;
    input.current.value = String(Math.min(Math.max(value, min), max));
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
            min={min}
            max={max}
            step={1}
            inputMode="numeric"
            defaultValue={defaultValue}
            onInput={onInput}
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
