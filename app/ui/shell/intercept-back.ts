type Interception = (event: PopStateEvent) => void;

let interception: Interception | null = null;

/** Must run before the router listens: on the window, even capturing listeners run in order. */
export function watchBack(): void {
  addEventListener("popstate", (event) => interception?.(event));
}

/** Calls `intercept` before the router handles Back or Forward. Returns a function that stops it. */
export function interceptBack(intercept: Interception): () => void {
  interception = intercept;
  return () => {
    interception = null;
  };
}
