import { type ComponentProps, useRef } from "react";
import { TextField } from "./field.tsx";
import { editPhone, phoneShowing } from "./phone-mask.ts";

/** Its `onInput` is called with the masked text. */
export function PhoneField({ onInput, ...props }: ComponentProps<typeof TextField>) {
  const state = useRef(phoneShowing(String(props.defaultValue ?? "")));
  const mask: typeof onInput = (event) => {
    const { currentTarget: input, nativeEvent } = event;
    const caret = input.selectionStart ?? input.value.length;
    const { inputType } = nativeEvent as InputEvent;
    const next = editPhone(state.current, input.value, caret, inputType);
    state.current = next;
    if (input.value !== next.text) input.value = next.text;
    if (input.selectionStart !== next.caret) input.setSelectionRange(next.caret, next.caret);
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
    />
  );
}
