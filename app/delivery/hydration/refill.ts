import type { FormState } from "./form-state.ts";

/**
 * Gives a form that React has rendered anew, since a translator had changed the page, what was typed into the
 * one before, what was opened in it, and the focus.
 */
export function refill(form: HTMLFormElement, { typed, focused, opened }: FormState): void {
  for (const [nth, part] of form.querySelectorAll("details").entries()) {
    part.open = opened[nth] ?? false;
  }
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")) {
    const values = typed.getAll(field.name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") {
      if (field.checked !== values.includes(field.value)) field.click();
      continue;
    }
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
    setter?.call(field, values[0] ?? "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  form.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
}
