import type { FormEventHandler } from "react";
import { Icon } from "../icon.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./stepper-field.module.css";

export interface StepperFieldProps extends FieldProps {
  defaultValue?: string;
  min?: number;
  max?: number;
  onInput?: FormEventHandler<HTMLInputElement>;
}

/** Its buttons are served by watch-controls.ts. */
export function StepperField({
  defaultValue,
  min = 0,
  max = 999,
  onInput,
  ...field
}: StepperFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.stepper}>
          <button type="button" tabIndex={-1} aria-label={`Diminuir ${field.label}`} data-step="-1">
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
          />
          <button type="button" tabIndex={-1} aria-label={`Aumentar ${field.label}`} data-step="1">
            <Icon name="plus" />
          </button>
        </span>
      )}
    </Field>
  );
}
