/** Puts a map in the place of its drawing; before that, nothing is requested from another site. */
export function embedMap(button: HTMLElement): void {
  const map = button.closest<HTMLElement>("[data-place-map]");
  const { map: address, title = "" } = button.dataset;
  if (!map || !address) return;
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.allowFullscreen = true;
  frame.src = address;
  map.prepend(frame);
  map.dataset.open = "";
  // The focused button has gone, so the map takes the focus.
  frame.focus();
}
