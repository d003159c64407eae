/** What a visitor has done to a form. */
export interface FormState {
  typed: FormData;
  /** Name of the field with the focus. */
  focused: string | null;
  /** Of its parts that fold, in order. */
  opened: readonly boolean[];
}

export function readForm(form: HTMLFormElement | null): FormState {
  return {
    typed: new FormData(form ?? undefined),
    focused: document.activeElement?.getAttribute("name") ?? null,
    opened: [...(form?.querySelectorAll("details") ?? [])].map(({ open }) => open),
  };
}
