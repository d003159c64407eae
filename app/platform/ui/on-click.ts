/** Serves clicks within elements that match, those added later too, with one listener on the document. */
export function onClick(
  selector: string,
  serve: (element: HTMLElement, event: MouseEvent) => void,
): void {
  document.addEventListener("click", (event) => {
    const { target } = event;
    const element = target instanceof Element && target.closest<HTMLElement>(selector);
    if (element) serve(element, event);
  });
}
