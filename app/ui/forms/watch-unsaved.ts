interface UnsavedWork {
  careForUnsaved: () => void;
  leave: (form: HTMLFormElement) => void;
  queueNights: (form: HTMLFormElement, submitter: HTMLElement | null) => void;
}

/**
 * Keys of nights that wait to be sent, and of what version 1 kept; the code for them loads only if one
 * matches.
 */
const unsavedKey = /^(mardeminas\.(rascunho|votos|respostas)\.|calendario:)/;

/**
 * Loads the code for unsaved work only where there is some, for logging out, and for nights marked on a page
 * other than their calendar's.
 */
export function watchUnsaved(load: () => Promise<UnsavedWork>): void {
  if (hasUnsaved()) {
    load()
      .then((work) => work.careForUnsaved())
      .catch(() => {});
  }
  // This listener captures, so that the router doesn't send the form first.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement)) return;
      const hasNights = form.dataset.noites !== undefined;
      if (!hasNights && !form.action.endsWith("/logout")) return;
      event.preventDefault();
      const { submitter } = event;
      load().then(
        (work) => (hasNights ? work.queueNights(form, submitter) : work.leave(form)),
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
