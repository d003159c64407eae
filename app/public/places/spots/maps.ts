import { onClick } from "../../../platform/ui/on-click.ts";

/** Serves 'Mostrar o mapa', whose code few need. */
export function watchMaps(): void {
  onClick("[data-map]", (button) => {
    import("./embed-map.ts").then(
      (it) => it.embedMap(button),
      () => {},
    );
  });
}
