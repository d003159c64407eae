import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to a form's first wrong field after each refusal, so that its error is read out. */
export function useRefusedFocus(refused: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refused]);
  return form;
}
