import styles from "./dialog.module.css";

const delayMs = 200;

/** URL to open when the connection returns. */
let awaited: string | null = null;

/**
 * Keeps the page when another document is opened offline, and opens it when the connection returns.
 * Browsers without the Navigation API show their own error instead.
 */
export function explainOffline(): void {
  window.navigation?.addEventListener("navigate", (event) => {
    const { destination, navigationType, formData } = event;
    awaited = null;
    // Back may find the document in the browser's cache.
    if (navigator.onLine || destination.sameDocument || navigationType === "traverse") return;
    const isOwn = new URL(destination.url).origin === location.origin;
    if (!isOwn || formData || !event.cancelable) return;
    event.preventDefault();
    // It is also the next page, if the router couldn't load its code. Usually the router then shows the
    // error page at its address, because it lacks its data.
    awaited = destination.url;
    setTimeout(() => awaited && showNotice(), delayMs);
  });
  addEventListener("online", () => {
    if (awaited) location.assign(awaited);
  });
}

function showNotice(): void {
  const dialog = document.createElement("dialog");
  dialog.className = styles.dialog ?? "";
  dialog.setAttribute("aria-label", "Sem internet");
  const text = document.createElement("p");
  text.textContent = "Você está sem internet. Quando ela voltar, a página abre sozinha.";
  const button = document.createElement("button");
  button.className = "btn";
  button.textContent = "Entendi";
  const form = document.createElement("form");
  form.method = "dialog";
  form.className = styles.content ?? "";
  form.append(text, button);
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
