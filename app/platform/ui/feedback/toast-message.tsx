import type { Flash } from "./flash.ts";

/** A message for `showToasts`. It isn't shown without script: the page must say it, too. */
export function ToastMessage({
  kind,
  text,
  dropsPrivate,
}: Pick<Flash, "kind" | "text" | "dropsPrivate">) {
  return (
    <p hidden data-toast={kind} data-drops-private={dropsPrivate}>
      {text}
    </p>
  );
}
