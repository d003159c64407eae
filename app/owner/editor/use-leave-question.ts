import { useEffect, useRef } from "react";

/** Lets the browser ask before the page is left with something unsaved. */
export function useLeaveQuestion(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const left = new AbortController();
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    addEventListener("beforeunload", warn, { signal: left.signal });
    return () => left.abort();
  }, []);
}
