import type { ComponentProps } from "react";
import { MoneyField } from "../../platform/ui/forms/field.tsx";
import { tidyReais } from "./money.ts";

export function PriceField(props: ComponentProps<typeof MoneyField>) {
  return (
    <MoneyField
      {...props}
      autoComplete="off"
      onBlur={({ currentTarget: input }) => {
        const tidy = tidyReais(input.value);
        if (tidy !== input.value) input.value = tidy;
      }}
    />
  );
}
