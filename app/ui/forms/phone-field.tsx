import { type ComponentProps, useRef } from "react";
import { TextField } from "./field.tsx";
import { maskPhone } from "./phone-mask.ts";

/** A phone number, masked while it is typed (spec §5). */
export function PhoneField(props: ComponentProps<typeof TextField>) {
  const before = useRef(String(props.defaultValue ?? ""));
  return (
    <TextField
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(35) 99999-9999"
      onInput={({ currentTarget: input }) => {
        const caret = input.selectionStart ?? input.value.length;
        const masked = maskPhone(input.value, caret, before.current);
        before.current = masked.text;
        if (input.value === masked.text) return;
        input.value = masked.text;
        input.setSelectionRange(masked.caret, masked.caret);
      }}
    />
  );
}
