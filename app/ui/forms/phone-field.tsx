import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";
import { editPhone, phoneShowing } from "./phone-mask.ts";
import { useMask } from "./text-mask.ts";

export function PhoneField(props: ComponentProps<typeof TextField>) {
  const mask = useMask(phoneShowing(String(props.defaultValue ?? "")), editPhone);
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
