import { type ComponentProps, useState } from "react";
import { formatNights } from "../../../domain/calendar/stays.ts";
import { listingFields } from "../../../domain/listings/fields.ts";
import { ChoiceTile } from "../../../platform/ui/forms/choice-tile.tsx";
import fieldStyles from "../../../platform/ui/forms/field.module.css";
import { StepperField } from "../../../platform/ui/forms/stepper-field.tsx";

export interface StayTermsProps {
  minimum: ComponentProps<typeof StepperField>;
  isWholeWeekend: boolean;
}

/** Fields for the minimum stay and the weekend rule outside seasons (docs/decisions/017). */
export function StayTerms({ minimum, isWholeWeekend }: StayTermsProps) {
  const [typed, setTyped] = useState({
    minimum: minimum.defaultValue ?? "",
    isWhole: isWholeWeekend,
  });
  const together = typed.isWhole && describeTogether(typed.minimum);
  return (
    <>
      <StepperField
        {...minimum}
        min={1}
        max={listingFields.minimoNoites.limit}
        onInput={({ currentTarget: { value } }) => setTyped({ ...typed, minimum: value })}
      />
      <div className={fieldStyles.field}>
        <ChoiceTile
          type="checkbox"
          name="fdsInteiro"
          defaultChecked={isWholeWeekend}
          aria-describedby="fdsInteiro-hint"
          onInput={({ currentTarget: { checked } }) => setTyped({ ...typed, isWhole: checked })}
        >
          {listingFields.fdsInteiro.label}
        </ChoiceTile>
        <p className={fieldStyles.hint} id="fdsInteiro-hint" role="status">
          {together}
        </p>
      </div>
    </>
  );
}

/** A weekend has two nights, fewer than some minimums: says what its guest stays then; null if it is enough. */
export function describeTogether(minimum: string): string | null {
  const nights = /^\d{1,2}$/.test(minimum.trim()) ? Number(minimum) : 0;
  if (nights <= 2) return null;
  return `Com o mínimo de ${formatNights(nights)}, só o fim de semana não basta: quem vem na sexta e no sábado fica mais ${formatNights(nights - 2)}. Para alugar só o fim de semana, use mínimo de 2.`;
}
