import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./save-button.module.css";
import { showSaved } from "./saved-listings.ts";

interface SaveButtonProps {
  id: string;
  /** Accessible name, if `children` are not enough. */
  label?: string;
  className: string | undefined;
  children?: ReactNode;
}

/** One listener in app/lists serves all of them, even on pages without React. */
function SaveButton({ id, label, className, children }: SaveButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed="false"
      data-save={id}
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

export function SaveHeart({ listing: { id, title } }: SavableListing) {
  return <SaveButton id={id} label={`Guardar: ${title}`} className={styles.heart} />;
}

export function SaveLink({ listing: { id } }: SavableListing) {
  return (
    <SaveButton id={id} className={`${styles.inline} link`}>
      Guardar
    </SaveButton>
  );
}
