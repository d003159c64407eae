/** Makes a question that the page asks modal; without script it stands in the page. */
export function openDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog[data-closes-to]");
  if (!dialog) return;
  dialog.open = false;
  dialog.showModal();
  // The browser scrolls to the button that it focuses, past the question where the dialog is taller than the window.
  dialog.scrollTop = 0;
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => location.replace(dialog.dataset.closesTo ?? ""));
}
