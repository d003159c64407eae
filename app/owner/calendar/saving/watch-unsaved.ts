/** Keys of nights that wait to be sent, and of what version 1 kept. */
const unsavedKey = /^(mardeminas\.(rascunho|votos|respostas)\.|calendario:)/;

const load = () => import("./waiting-nights.ts");

/**
 * Loads the code for unsaved work only where there is some, for logging out, and for nights marked on a page
 * other than their calendar's.
 */
export function watchUnsaved(): void {
  if (hasUnsaved()) {
    load()
      .then((it) => it.careForUnsaved())
      .catch(() => {});
  }
  // Captured, so that a form that React has rendered is queued before React hears of it.
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement)) return;
      const hasNights = form.dataset.noites !== undefined;
      if (!hasNights && !form.action.endsWith("/logout")) return;
      event.preventDefault();
      load().then(
        (it) => (hasNights ? it.queueNights(form, submitter) : it.logOut(form)),
        () => form.submit(),
      );
    },
    { capture: true },
  );
}

function hasUnsaved(): boolean {
  try {
    return Object.keys(localStorage).some((key) => unsavedKey.test(key));
  } catch {
    return false;
  }
}
