import { sendVisit } from "../site/send-visit.ts";

declare global {
  interface Document {
    /** Undefined where pages are never prerendered. */
    prerendering?: boolean;
  }
}

/** Pages restored from the back-forward cache keep their scripts, and so are not counted again. */
export function countVisits(): void {
  const page = document.documentElement;
  function start() {
    const count = () => sendVisit(page.dataset.count);
    count();
    new MutationObserver(count).observe(page, { attributeFilter: ["data-count"] });
  }
  if (document.prerendering) {
    document.addEventListener("prerenderingchange", start, { once: true });
  } else start();
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    sendVisit(target.closest<HTMLElement>("a[data-count]")?.dataset.count);
  });
}
