import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";
import { maskPhone } from "./phone-mask.ts";

/** Its `onInput` is called with the masked text. */
export function PhoneField({ onInput, ...props }: ComponentProps<typeof TextField>) {
  const mask: typeof onInput = (event) => {
    const { currentTarget: input, nativeEvent } = event;
    const { inputType, isComposing } = nativeEvent as InputEvent;
    // A keyboard that is composing would write its digits again.
    if (!isComposing) show(input, /^delete.*Forward$/.test(inputType));
    onInput?.(event);
  };
  return (
    <TextField
      autoComplete="tel-national"
      {...props}
      type="tel"
      inputMode="tel"
      placeholder="(35) 99999-9999"
      onInput={mask}
      onCompositionEnd={({ currentTarget }) => show(currentTarget)}
    />
  );
}

function show(input: HTMLInputElement, isForward = false): void {
  const next = maskPhone(input.value, input.selectionStart ?? undefined, isForward);
  if (input.value !== next.text) input.value = next.text;
  if (input.selectionStart !== next.caret) input.setSelectionRange(next.caret, next.caret);
}
