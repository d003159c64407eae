interface UnsavedWork {
  careForUnsaved: () => void;
  leave: (form: HTMLFormElement) => void;
}

/** Keys of drafts, and of nights, votes and answers that wait to be sent; the code for them loads only if one matches. */
const unsavedKey = /^(mardeminas\.(rascunho|votos|respostas)\.|calendario:)/;

/** Loads the code for unsaved work only where there is some, and for logging out. */
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
      if (!(form instanceof HTMLFormElement) || !form.action.endsWith("/logout")) return;
      event.preventDefault();
      load().then(
        (work) => work.leave(form),
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
