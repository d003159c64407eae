/** Shows what is for browsers without script, on a page that won't be hydrated. */
export function showNoscript(): void {
  for (const element of document.querySelectorAll("noscript")) {
    element.outerHTML = element.textContent;
  }
}
