import { type FormEvent, useRef } from "react";

export interface MaskedText {
  text: string;
  caret: number;
}

/** `inserted` replaced `removed` between `head` and `tail`. */
export interface TextEdit {
  head: string;
  removed: string;
  inserted: string;
  tail: string;
  /** Deleted with the Delete key rather than Backspace. */
  isForward: boolean;
}

export function readEdit(
  before: string,
  after: string,
  caret: number,
  inputType: string | undefined = "",
): TextEdit {
  const isForward = /^delete.*Forward$/.test(inputType);
  const tail = after.slice(caret);
  // Autofill replaces the value regardless of the caret.
  if (!before.endsWith(tail)) {
    return { head: "", removed: before, inserted: after, tail: "", isForward };
  }
  const limit = Math.min(caret, before.length - tail.length);
  let kept = 0;
  while (kept < limit && before[kept] === after[kept]) kept += 1;
  return {
    head: after.slice(0, kept),
    removed: before.slice(kept, before.length - tail.length),
    inserted: after.slice(kept, caret),
    tail,
    isForward,
  };
}

/** The caret position with `count` characters matching `counted` behind it, nearest to `wanted`. */
export function caretBefore(text: string, count: number, counted: RegExp, wanted: number): number {
  let caret = text.length;
  let behind = 0;
  while (caret > 0) {
    const isCounted = counted.test(text[caret - 1] ?? "");
    if (behind === count && (isCounted || caret <= wanted)) break;
    if (isCounted) behind += 1;
    caret -= 1;
  }
  return caret;
}

/** An `onInput` handler for an uncontrolled input; `apply` turns each edit into new text. */
export function useMask<State extends MaskedText>(
  initial: State,
  apply: (before: State, edit: TextEdit) => State,
): (event: FormEvent<HTMLInputElement>) => void {
  const state = useRef(initial);
  return ({ currentTarget: input, nativeEvent }) => {
    const caret = input.selectionStart ?? input.value.length;
    const { inputType } = nativeEvent as InputEvent;
    const next = apply(state.current, readEdit(state.current.text, input.value, caret, inputType));
    state.current = next;
    if (input.value !== next.text) input.value = next.text;
    if (input.selectionStart !== next.caret) input.setSelectionRange(next.caret, next.caret);
  };
}
