import type { FormState } from "./form-state.ts";

/**
 * Restores a form's values, open parts and focus after React has rendered it again, because something had
 * changed the page.
 */
export function refill(form: HTMLFormElement, { typed, focused, opened }: FormState): void {
  for (const [nth, part] of form.querySelectorAll("details").entries()) {
    part.open = opened[nth] ?? false;
  }
  const typedIn = "input:not([type=hidden], [type=file]), select, textarea";
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(typedIn)) {
    const values = typed.getAll(field.name);
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
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
