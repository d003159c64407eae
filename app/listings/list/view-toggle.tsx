import { Icon } from "../../ui/icon.tsx";
import { showListView } from "./list-view.ts";
import styles from "./view-toggle.module.css";

/** Turns the cards of the page's list into rows, or back. */
export function ViewToggle() {
  return (
    <button
      type="button"
      className={`link ${styles.view}`}
      data-list-view
      aria-pressed={false}
      ref={showListView}
      suppressHydrationWarning
    >
      <Icon name="rows-3" />
      <span>Ver em linhas</span>
    </button>
  );
}
