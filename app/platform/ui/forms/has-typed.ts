/** True if a reload could lose typed text, or send again the form that the document answers. */
export function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main form[method=post] :is(input, textarea)",
  );
  const isTyped = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
  return isTyped || document.querySelector("main [autofocus]") !== null;
}
