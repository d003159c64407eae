import { useEffect, useState } from "react";
import { knowsLists } from "./list-storage.ts";

type Menu = typeof import("./add-to-list-menu.tsx").AddToListMenu;

/** Loads the menu of the browser's lists, if it knows any. */
export function AddToListSlot(listing: { id: string; title: string }) {
  const [Menu, setMenu] = useState<Menu | null>(null);
  useEffect(() => {
    if (!knowsLists()) return;
    import("./add-to-list-menu.tsx").then(
      ({ AddToListMenu }) => setMenu(() => AddToListMenu),
      () => undefined,
    );
  }, []);
  return Menu && <Menu {...listing} />;
}
