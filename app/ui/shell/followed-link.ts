/** Notes in the history entry which link of the page was followed. */
export function watchFollowed(): void {
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("main a");
    if (!link) return;
    const followed = link.getAttribute("href");
    history.replaceState({ ...history.state, followed }, "");
  });
}
