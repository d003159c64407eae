import { onClick } from "../on-click.ts";

/** Notes in the history entry which link of the page was followed. */
export function watchFollowed(): void {
  onClick("main a", (link) => {
    history.replaceState({ ...history.state, followed: link.getAttribute("href") }, "");
  });
}
