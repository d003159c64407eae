/** Pass this as the `ref` of a message that may appear beyond the edge of a small screen. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
