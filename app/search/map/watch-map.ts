/** Serves the button that shows the results on the drawing; the first click loads both. */
export function watchMapToggle(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest("[data-map-toggle]");
    if (!button) return;
    import("./show-map.ts").then(
      ({ turnMap }) => turnMap(button),
      () => {},
    );
  });
}
