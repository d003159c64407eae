/** Serves the button that shows the results on the drawing; the first click loads both. */
export function watchMapToggle(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest("[data-map-toggle]");
    if (button) void turn(button);
  });
}

async function turn(button: Element): Promise<void> {
  const isOpen = button.getAttribute("aria-pressed") === "true";
  const turned = String(!isOpen);
  button.setAttribute("aria-pressed", turned);
  try {
    const { showMap, hideMap } = await import("./show-map.ts");
    const isWanted = () => button.isConnected && button.getAttribute("aria-pressed") === turned;
    if (isOpen) hideMap();
    else await showMap(location.search, isWanted);
  } catch {
    button.setAttribute("aria-pressed", "false");
  }
}
