/** True if a reload could lose what was typed, or send a form again whose answer the document is. */
export function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main form[method=post] :is(input, textarea)",
  );
  const isTyped = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
  return isTyped || document.querySelector("main [autofocus]") !== null;
}
