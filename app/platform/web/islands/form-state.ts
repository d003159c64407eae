/** A form as a visitor left it. */
export interface FormState {
  typed: FormData;
  /** Name of the field with the focus. */
  focused: string | null;
  /** The open state of each `<details>` in the form, in document order. */
  opened: readonly boolean[];
}

export function readForm(form: HTMLFormElement | null): FormState {
  return {
    typed: new FormData(form ?? undefined),
    focused: document.activeElement?.getAttribute("name") ?? null,
    opened: [...(form?.querySelectorAll("details") ?? [])].map(({ open }) => open),
  };
}
