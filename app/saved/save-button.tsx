import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./save-button.module.css";
import { showSaved } from "./saved-listings.ts";

interface SaveButtonProps {
  /** Id of the listing, or its entry among the saved ones. */
  entry: string;
  /** Accessible name, if `children` are not enough. */
  label?: string;
  className: string | undefined;
  children?: ReactNode;
}

/** One listener in app/lists serves all of them, even on pages without React. */
function SaveButton({ entry, label, className, children }: SaveButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed="false"
      data-save={entry}
      ref={showSaved}
      suppressHydrationWarning
    >
      <Icon name="heart" />
      {children}
    </button>
  );
}

interface SavableListing {
  listing: { id: string; title: string };
}

export interface SaveHeartProps extends SavableListing {
  /** As which the listing was saved, and is saved again; by default with the dates of the page's search. */
  entry?: string;
}

export function SaveHeart({ listing: { id, title }, entry = id }: SaveHeartProps) {
  return <SaveButton entry={entry} label={`Guardar: ${title}`} className={styles.heart} />;
}

export function SaveLink({ listing: { id } }: SavableListing) {
  return (
    <SaveButton entry={id} className={`${styles.inline} link`}>
      Guardar
    </SaveButton>
  );
}
