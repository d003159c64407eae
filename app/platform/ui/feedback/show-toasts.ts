import type { Flash } from "./flash.ts";

/**
 * Shows a document's messages as toasts (spec §2). Without script they stand in the page, or are said there in
 * another way.
 */
export function showToasts(): void {
  const messages = document.querySelectorAll<HTMLElement>("[data-toast]");
  if (messages.length === 0) return;
  import("./toast.ts").then(
    ({ showToast }) => {
      for (const { dataset, textContent } of messages) {
        showToast({ kind: dataset.toast as Flash["kind"], text: textContent });
        if (dataset.dropsPrivate) {
          import("../forms/private-storage.ts").then((it) => it.dropPrivate()).catch(() => {});
        }
      }
    },
    () => {},
  );
}
