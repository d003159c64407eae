import type { ComponentProps, ReactNode } from "react";
import { ErrorLine } from "../feedback/error-line.tsx";
import { Icon } from "../icon.tsx";
import styles from "./field.module.css";

export interface FieldProps {
  name: string;
  label: string;
  id?: string;
  hint?: ReactNode;
  /** True to show the hint beside an error, too, which doesn't say all that the hint does. */
  hintStays?: boolean;
  error?: string | readonly string[] | null;
  optional?: boolean;
}

export interface ControlProps {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  /** Set on wrong fields. When a document has several, the browser focuses the first. */
  autoFocus: true | undefined;
}

/** The child function renders the control with the attributes it is given. */
export function Field({
  name,
  label,
  id = name,
  hint,
  hintStays = false,
  error,
  optional = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const message = typeof error === "string" ? error : error?.[0];
  const shownHint = message && !hintStays ? undefined : hint;
  const describedBy = [shownHint && `${id}-hint`, message && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={styles.field} data-field>
      <label htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>opcional</span>}
      </label>
      {children({
        id,
        name,
        "aria-invalid": message ? true : undefined,
        "aria-describedby": describedBy || undefined,
        autoFocus: message ? true : undefined,
      })}
      {shownHint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {shownHint}
        </p>
      )}
      <FieldError id={id} message={message} />
    </div>
  );
}

export function FieldError({ id, message }: { id: string; message?: string | null }) {
  if (!message) return null;
  return <ErrorLine id={`${id}-error`}>{message}</ErrorLine>;
}

type ControlFieldProps<Own> = FieldProps &
  Omit<Own, keyof FieldProps | keyof ControlProps | "children">;

function splitProps<Own>({
  name,
  label,
  id,
  hint,
  hintStays,
  error,
  optional,
  ...own
}: ControlFieldProps<Own>) {
  return { field: { name, label, id, hint, hintStays, error, optional }, own };
}

export function TextField(props: ControlFieldProps<ComponentProps<"input">>) {
  const { field, own } = splitProps<ComponentProps<"input">>(props);
  return (
    <Field {...field}>
      {(control) => <input type="text" {...own} {...control} className={styles.input} />}
    </Field>
  );
}

export function TextArea(props: ControlFieldProps<ComponentProps<"textarea">>) {
  const { field, own } = splitProps<ComponentProps<"textarea">>(props);
  return (
    <Field {...field}>
      {(control) => <textarea {...own} {...control} className={styles.input} />}
    </Field>
  );
}

export function MoneyField(props: ControlFieldProps<ComponentProps<"input">>) {
  const { field, own } = splitProps<ComponentProps<"input">>(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.money}>
          <span aria-hidden="true">R$</span>
          <input type="text" inputMode="numeric" {...own} {...control} className={styles.input} />
        </span>
      )}
    </Field>
  );
}

export interface SelectFieldProps extends ControlFieldProps<ComponentProps<"select">> {
  options: readonly string[];
  placeholder?: string;
}

export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { field, own } = splitProps<ComponentProps<"select">>(props);
  return (
    <Field {...field}>
      {(control) => (
        <SelectFrame>
          <select {...own} {...control} className={styles.input}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </SelectFrame>
      )}
    </Field>
  );
}

export function SelectFrame({ children }: { children: ReactNode }) {
  return (
    <span className={styles.select}>
      {children}
      <Icon name="chevron-down" />
    </span>
  );
}
