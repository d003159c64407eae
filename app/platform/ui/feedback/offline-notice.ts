import { showDialogNotice } from "./dialog-notice.ts";

const pageWaits = "Você está sem internet. Quando ela voltar, a página abre sozinha.";

/** URL to open when the connection returns. */
let awaited: string | null = null;

/**
 * Keeps the page when another document is opened offline, and opens it when the connection returns.
 * Browsers without the Navigation API show their own error instead.
 */
export function explainOffline(isOffline: () => boolean): void {
  window.navigation?.addEventListener("navigate", (event) => {
    const { destination, navigationType, formData } = event;
    // The page that stays may note something in its history entry before the connection returns.
    if (destination.sameDocument) return;
    awaited = null;
    // Back may find the document in the browser's cache.
    if (!isOffline() || navigationType === "traverse") return;
    const isOwn = new URL(destination.url).origin === location.origin;
    if (!isOwn || !event.cancelable) return;
    event.preventDefault();
    // A script sent it, without the event that `watchForms` hears.
    if (formData) return explainUnsent();
    awaited = destination.url;
    showNotice(pageWaits);
  });
  addEventListener("online", () => {
    if (awaited) location.assign(awaited);
  });
}

/** Says that a form was not sent because the browser is offline. */
export function explainUnsent(): void {
  showNotice("Você está sem internet, e nada foi enviado. Tente quando ela voltar.");
}

function showNotice(text: string): void {
  showDialogNotice({ label: "Sem internet", text });
}
