import { onClick } from "../on-click.ts";

const openMenus = "details[data-menu][open]";

/** Closes menus on Escape, when a tap or the focus goes elsewhere, and after a choice. */
export function watchMenus(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      const hadFocus = menu.contains(document.activeElement);
      menu.open = false;
      if (hadFocus) menu.querySelector("summary")?.focus();
    }
  });
  for (const arrival of ["pointerdown", "focusin"] as const) {
    document.addEventListener(arrival, ({ target }) => {
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
        if (target instanceof Node && !menu.contains(target)) menu.open = false;
      }
    });
  }
  onClick("a", closeAround);
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof Element) closeAround(target);
  });
}

function closeAround(chosen: Element): void {
  const menu = chosen.closest<HTMLDetailsElement>(openMenus);
  if (menu) menu.open = false;
}
