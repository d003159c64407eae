import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface FieldProps {
  name: string;
  label: string;
  /** Without one the name is the id. */
  id?: string;
  hint?: ReactNode;
  /** The sentences of what is wrong; the first is shown. */
  error?: string | readonly string[] | null;
  /** Marks the field as one that may stay empty. */
  optional?: boolean;
}

/** What a control must carry to belong to its label, hint and error. */
export interface ControlProps {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/**
 * Label, control, hint, error, wired together. The control is rendered by the child function from
 * the attributes it is given; {@link TextField} and its kin are the usual ones.
 */
export function Field({
  name,
  label,
  id = name,
  hint,
  error,
  optional = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const message = typeof error === "string" ? error : error?.[0];
  // One sentence below a field: what is wrong with it says more than the hint.
  const shownHint = message ? undefined : hint;
  const describedBy = [shownHint && `${id}-hint`, message && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="opt">opcional</span>}
      </label>
      {children({
        id,
        name,
        "aria-invalid": message ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {shownHint && (
        <p className="hint" id={`${id}-hint`}>
          {shownHint}
        </p>
      )}
      <FieldError id={id} message={message} />
    </div>
  );
}

/** The sentence of what is wrong with the field of that id; nothing without a message. */
export function FieldError({ id, message }: { id: string; message?: string | null }) {
  if (!message) return null;
  return (
    <p className="err" id={`${id}-error`}>
      <Icon name="circle-exclamation-point" />
      <span>{message}</span>
    </p>
  );
}

type Split<Own> = FieldProps & Omit<Own, keyof FieldProps | keyof ControlProps | "children">;

function split<Own>({ name, label, id, hint, error, optional, ...own }: Split<Own>) {
  return { field: { name, label, id, hint, error, optional }, own };
}

/** A line of text; every attribute of an `input` is passed on. */
export function TextField(props: Split<ComponentProps<"input">>) {
  const { field, own } = split<ComponentProps<"input">>(props);
  return (
    <Field {...field}>
      {(control) => <input type="text" {...own} {...control} className="in" />}
    </Field>
  );
}

/** Several lines of text; every attribute of a `textarea` is passed on. */
export function TextArea(props: Split<ComponentProps<"textarea">>) {
  const { field, own } = split<ComponentProps<"textarea">>(props);
  return <Field {...field}>{(control) => <textarea {...own} {...control} className="in" />}</Field>;
}

/** An amount in reais, with the sign in front of it. */
export function MoneyField(props: Split<ComponentProps<"input">>) {
  const { field, own } = split<ComponentProps<"input">>(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="money">
          <span aria-hidden="true">R$</span>
          <input type="text" inputMode="numeric" {...own} {...control} className="in" />
        </span>
      )}
    </Field>
  );
}

export interface SelectFieldProps extends Split<ComponentProps<"select">> {
  options: readonly string[];
  /** What the empty choice says; without it there is none. */
  placeholder?: string;
}

/** One of some options, each its own value. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { field, own } = split<ComponentProps<"select">>(props);
  return (
    <Field {...field}>
      {(control) => (
        <Pick>
          <select {...own} {...control} className="in">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </Pick>
      )}
    </Field>
  );
}

/** The frame of a `select`, with its arrow. */
export function Pick({ children }: { children: ReactNode }) {
  return (
    <span className="pick">
      {children}
      <Icon name="chevron-down" />
    </span>
  );
}
