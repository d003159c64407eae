import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** Shows a number as (XX) XXXXX-XXXX while it is typed (`maskPhone`). */
export function PhoneField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      autoComplete="tel-national"
      {...props}
      type="tel"
      inputMode="tel"
      placeholder="(35) 99999-9999"
    />
  );
}
