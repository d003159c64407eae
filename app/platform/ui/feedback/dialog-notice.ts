import styles from "./dialog.module.css";

interface DialogNotice {
  label: string;
  text: string;
  /** Text of its button; 'Entendi' by default. */
  close?: string;
  /** Another answer, which also closes the notice. */
  choice?: { text: string; choose: () => void };
}

/** Shows a modal dialog without React, so that static pages can, too. */
export function showDialogNotice(notice: DialogNotice): void {
  const { label, text, close = "Entendi", choice } = notice;
  const dialog = document.createElement("dialog");
  dialog.className = styles.dialog ?? "";
  dialog.setAttribute("aria-label", label);
  const sentence = document.createElement("p");
  sentence.textContent = text;
  const button = document.createElement("button");
  button.className = "btn";
  button.textContent = close;
  const form = document.createElement("form");
  form.method = "dialog";
  form.className = styles.content ?? "";
  form.append(sentence);
  form.append(button);
  if (choice) {
    const other = document.createElement("button");
    other.className = "btn btn--line";
    other.textContent = choice.text;
    other.addEventListener("click", choice.choose);
    form.append(other);
  }
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0;
}
