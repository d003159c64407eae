import { onClick } from "../../../platform/ui/on-click.ts";

const loadGrowing = () => import("./grow-list.ts");

/**
 * Serves 'Carregar mais', and shows again what it had added before a reload or Back, which may take a moment.
 * The code for it comes with the first click.
 */
export async function watchLists(): Promise<void> {
  onClick("[data-more] a", (link, event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const more = link.closest("[data-more]") as Element;
    loadGrowing().then(
      ({ growList }) => growList(more, event.detail === 0),
      // A newer version of the site has replaced the code.
      () =>
        navigator.onLine
          ? location.assign((link as HTMLAnchorElement).href)
          : more.querySelector("[hidden]")?.removeAttribute("hidden"),
    );
  });
  // A history entry without a key has no added pages.
  if (!history.state?.key || !document.querySelector("[data-list]")) return;
  await loadGrowing().then(
    ({ restoreList }) => restoreList(),
    () => {},
  );
}
