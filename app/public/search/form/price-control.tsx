import { useEffect, useRef, useState } from "react";
import {
  maxPriceDigits,
  maxTotalDigits,
  type ParsedSearch,
  priceDigits,
} from "../../../domain/search/filters.ts";
import { Control, controlOf } from "./form-control.tsx";
import styles from "./search-form.module.css";

export interface PriceControlProps {
  parsed: ParsedSearch;
  /** The stay's price as typed. */
  typed: string | undefined;
  hasDates: boolean;
  onType: () => void;
}

/**
 * The nightly price of spec §2; with dates, the price of the whole stay. A price once typed keeps its
 * meaning.
 */
export function PriceControl({ parsed, typed = "", hasDates, onType }: PriceControlProps) {
  const { filters, problems } = parsed;
  const [text, setText] = useState(typed || String(filters.q ?? ""));
  const [wasTotal, setWasTotal] = useState(typed !== "" || (hasDates && filters.q === null));
  const field = useRef<HTMLInputElement>(null);
  // Picks up values typed before hydration.
  useEffect(() => setText(field.current?.value ?? ""), []);
  const isTotal = text === "" ? hasDates : wasTotal;
  const control = isTotal ? controlOf("total", problems) : { id: "q", name: "q" };
  const most = isTotal ? maxTotalDigits : maxPriceDigits;
  return (
    <Control
      name={control.name}
      label={isTotal ? "Preço da estadia, em reais" : "Preço por noite, em reais"}
      problem={isTotal ? problems.total : undefined}
    >
      <input
        className={styles.input}
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9]*"
        placeholder={isTotal ? "Total até" : "Diaria Valor até"}
        defaultValue={priceDigits(text, most)}
        onBeforeInput={onType}
        ref={(input) => {
          field.current = input;
          restrictToDigits(input, most);
        }}
        onInput={({ currentTarget, nativeEvent }) => {
          restrictToDigits(currentTarget, most, (nativeEvent as InputEvent).data);
          setText(currentTarget.value);
          setWasTotal(isTotal);
        }}
      />
    </Control>
  );
}

/** Shows only digits, but remembers separators: the zeros of "500,00" must not make it 50000. */
function restrictToDigits(
  input: HTMLInputElement | null,
  most: number,
  added?: string | null,
): void {
  if (!input) return;
  const { shown, typed = "" } = input.dataset;
  const isRendered = added === undefined && input.value === shown;
  if (isRendered) return;
  const isAppended = added && input.value === (shown ?? "") + added;
  const text = isAppended ? typed + added : input.value;
  const digits = priceDigits(text, most);
  Object.assign(input.dataset, { shown: digits, typed: text });
  if (digits !== input.value) input.value = digits;
}
