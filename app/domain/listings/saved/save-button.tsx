import type { ReactNode } from "react";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./save-button.module.css";

interface SaveButtonProps {
  /** Id of the listing, or its entry among the saved ones. By default, that of the card or page it is on. */
  entry?: string | undefined;
  /** Accessible name, if `children` are not enough. */
  label?: string;
  className: string | undefined;
  children?: ReactNode;
}

/** Served by watch-saves.ts. */
function SaveButton({ entry = "", label, className, children }: SaveButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed="false"
      data-save={entry}
    >
      <Icon name="heart" />
      {children}
    </button>
  );
}

export interface SaveHeartProps {
  /** The listing whose card shows the button. */
  listing: { title: string };
  /** As which the listing was saved, and is saved again; by default with the dates of the page's search. */
  entry?: string;
}

export function SaveHeart({ listing: { title }, entry }: SaveHeartProps) {
  return <SaveButton entry={entry} label={`Guardar: ${title}`} className={styles.heart} />;
}

/** Saves the ad on whose page it is. */
export function SaveLink() {
  return <SaveButton className={`${styles.inline} link`}>Guardar</SaveButton>;
}
