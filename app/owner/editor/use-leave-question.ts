import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

const question = "Sair sem salvar? O que você mudou aqui se perde.";

/** Asks before the page is left with something unsaved, whether by a link or by closing it. */
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
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && latest.current() && !confirm(question),
  );
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
}
