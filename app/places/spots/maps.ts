/** 'Mostrar o mapa' embeds a map; before that, nothing is requested from another site. */
export function watchMaps(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>("button[data-map]");
    const map = button?.closest<HTMLElement>("[data-place-map]");
    const address = button?.dataset.map;
    if (!button || !map || !address) return;
    const frame = document.createElement("iframe");
    frame.title = button.dataset.title ?? "";
    frame.referrerPolicy = "no-referrer-when-downgrade";
    frame.allowFullscreen = true;
    frame.src = address;
    map.prepend(frame);
    map.dataset.open = "";
    // The focused button has gone, so the map takes the focus.
    frame.focus();
  });
}
