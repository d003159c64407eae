import { iconBefore } from "../../../platform/ui/icon-names.ts";
import { onClick } from "../../../platform/ui/on-click.ts";
import {
  askForPasskey,
  awaitAutofill,
  type PasskeyAnswer,
  type PasskeyPurpose,
} from "./passkey-browser.ts";

/** Serves the buttons of passkeys, and offers passkeys in the e-mail field of the login. */
export function watchPasskeys(): void {
  const isOffered =
    "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-passkey]")) {
    button.disabled = false;
    // The site refuses a form without a passkey, and says why.
    button.hidden = !isOffered && button.dataset.passkey !== "criar";
  }
  if (!isOffered) return;
  onClick("[data-passkey]", (button, event) => {
    event.preventDefault();
    void ask(button as HTMLButtonElement);
  });
  const login = document.querySelector<HTMLButtonElement>("[data-passkey=entrar]");
  if (login) void awaitAutofill().then((answer) => answer?.ok && send(login, answer.chave));
}

async function ask(button: HTMLButtonElement): Promise<void> {
  if (!button.form || button.ariaBusy === "true") return;
  forgetFailure(button.form);
  const text = button.textContent;
  button.textContent = "Aguarde...";
  button.ariaBusy = "true";
  const purpose = button.dataset.passkey as PasskeyPurpose;
  const answer = await askForPasskey(purpose, new FormData(button.form));
  button.ariaBusy = null;
  button.textContent = text;
  if (answer.ok) send(button, answer.chave);
  else if (answer.message !== null) showFailure(button, answer);
}

function send({ form }: HTMLButtonElement, chave: string): void {
  const field = form?.elements.namedItem("chave");
  if (!form || !(field instanceof HTMLInputElement)) return;
  field.value = chave;
  form.requestSubmit();
  // After Back, another answer of the same form must not find it there.
  field.value = "";
}

const noteId = "chave-recusada";

function showFailure(button: HTMLButtonElement, failure: PasskeyAnswer & { ok: false }): void {
  const note = document.createElement("p");
  note.id = noteId;
  note.className = "note note--earth";
  note.role = "alert";
  const icon = document.createElement("i");
  icon.className = iconBefore("circle-exclamation-point");
  const sentence = document.createElement("b");
  sentence.textContent = failure.message;
  note.append(icon, sentence);
  button.before(note);
  const field = failure.field && button.form?.elements.namedItem(failure.field);
  if (!(field instanceof HTMLInputElement)) return;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", noteId);
  field.focus();
}

function forgetFailure(form: HTMLFormElement): void {
  document.getElementById(noteId)?.remove();
  for (const field of form.querySelectorAll(`[aria-describedby=${noteId}]`)) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}
