/** True if a reload could lose what was typed, or send a refused form again. */
export function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main form[method=post] :is(input, textarea)",
  );
  const isTyped = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
  return isTyped || document.querySelector("main :is([aria-invalid], [role=alert])") !== null;
}
