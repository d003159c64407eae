const loadGrowing = () => import("./grow-list.ts");

/**
 * Serves 'Carregar mais', and shows again what it had added before a reload or Back, for which one may wait.
 * The code for it comes with the first click.
 */
export function watchLists(): Promise<void> | undefined {
  document.addEventListener("click", (event) => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event;
    const more = target instanceof Element && target.closest("[data-more]");
    if (!more || !target.closest("a") || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    loadGrowing().then(
      ({ growList }) => growList(more, event.detail === 0),
      () => more.querySelector("[hidden]")?.removeAttribute("hidden"),
    );
  });
  // Without a key, nothing was added.
  if (!history.state?.key || !document.querySelector("[data-list]")) return;
  return loadGrowing().then(
    ({ restoreList }) => restoreList(),
    () => {},
  );
}
