import { onClick } from "../../../platform/ui/on-click.ts";

/** Serves the button that shows the results on the drawing; the first click loads both. */
export function watchMapToggle(): void {
  onClick("[data-map-toggle]", (button) => {
    import("./show-map.ts").then(
      (it) => it.turnMap(button),
      () => {},
    );
  });
}
