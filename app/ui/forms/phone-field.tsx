import { type ComponentProps, type FormEvent, useRef } from "react";
import { TextField } from "./field.tsx";
import { editPhone, phoneShowing } from "./phone-mask.ts";

export function PhoneField(props: ComponentProps<typeof TextField>) {
  const state = useRef(phoneShowing(String(props.defaultValue ?? "")));
  const mask = ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const caret = input.selectionStart ?? input.value.length;
    const { inputType } = nativeEvent as InputEvent;
    const next = editPhone(state.current, input.value, caret, inputType);
    state.current = next;
    if (input.value !== next.text) input.value = next.text;
    if (input.selectionStart !== next.caret) input.setSelectionRange(next.caret, next.caret);
  };
  return (
    <TextField
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(35) 99999-9999"
      onInput={mask}
    />
  );
}
