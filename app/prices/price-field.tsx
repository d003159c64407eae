import type { ComponentProps } from "react";
import { MoneyField } from "../ui/forms/field.tsx";
import { useMask } from "../ui/forms/text-mask.ts";
import { editMoney, moneyShowing, tidyMoney } from "./money-mask.ts";

export function PriceField(props: ComponentProps<typeof MoneyField>) {
  const mask = useMask(moneyShowing(String(props.defaultValue ?? "")), editMoney);
  return (
    <MoneyField
      {...props}
      autoComplete="off"
      onInput={mask}
      onBlur={({ currentTarget: input }) => {
        const tidy = tidyMoney(input.value);
        if (tidy !== input.value) input.value = tidy;
      }}
    />
  );
}
