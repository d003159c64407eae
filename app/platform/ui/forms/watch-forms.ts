import { isOffline } from "../shell/offline.ts";

/** ms; an answer that comes sooner leaves the button as it is. */
const delay = 200;

/**
 * While a document's form is on its way, its button says 'Aguarde...' (spec §2), and nothing is sent twice. Offline
 * it stays as it was filled in. Forms of islands, which prevent what the browser would do, look after themselves.
 */
export function watchForms(): void {
  addEventListener("submit", (event) => {
    const { target: form, submitter, defaultPrevented } = event;
    if (defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
    if (isOffline()) {
      event.preventDefault();
      // The first touch has loaded it (`watchOffline`).
      import("../feedback/offline-notice.ts").then((it) => it.explainUnsent()).catch(() => {});
      return;
    }
    // The browser would scroll to the address's fragment instead of the error.
    if (!form.hasAttribute("action")) form.action = location.pathname + location.search;
    // After a download the page stays, and no event says that it has come.
    if (form.dataset.downloads !== undefined) return;
    if (form.dataset.sending !== undefined) return event.preventDefault();
    form.dataset.sending = "";
    const button = submitter ?? form.querySelector("[type=submit]");
    if (!(button instanceof HTMLButtonElement)) return;
    const before = [...button.childNodes];
    const timer = setTimeout(() => {
      button.replaceChildren("Aguarde...");
      button.disabled = true;
    }, delay);
    // Back shows the page as it was left.
    const restore = () => {
      clearTimeout(timer);
      button.replaceChildren(...before);
      button.disabled = false;
      delete form.dataset.sending;
    };
    addEventListener("pagehide", restore, { once: true });
  });
}
