import { type ComponentProps, useState } from "react";
import { ChoiceTile } from "../../../platform/ui/forms/choice-tile.tsx";
import { StepperField } from "../../../platform/ui/forms/stepper-field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "../listing-fields.module.css";
import { describeSuites, questions } from "../listing-questions.ts";

type Count = ComponentProps<typeof StepperField>;

export interface RoomFieldsProps {
  people: Count;
  rooms: Count;
  suites: Count;
  isConfirmed: boolean;
}

/** More suites than rooms are allowed once confirmed. */
export function RoomFields({ people, rooms, suites, isConfirmed }: RoomFieldsProps) {
  const [typed, setTyped] = useState({ rooms: rooms.defaultValue, suites: suites.defaultValue });
  const values = {
    QuantidadeTotalQuartos: countOf(typed.rooms),
    QuantidadeTotalQuartosSuites: countOf(typed.suites),
  };
  return (
    <>
      <div className={styles.three}>
        <StepperField {...people} min={1} />
        <StepperField
          {...rooms}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, rooms: value })}
        />
        <StepperField
          {...suites}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, suites: value })}
        />
      </div>
      {questions.maisSuites.ask(values) && (
        <ChoiceTile type="checkbox" name="maisSuites" defaultChecked={isConfirmed}>
          <Icon name="bed-double" />É isso mesmo:{" "}
          {describeSuites(
            values.QuantidadeTotalQuartos ?? 0,
            values.QuantidadeTotalQuartosSuites ?? 0,
          )}
        </ChoiceTile>
      )}
    </>
  );
}

function countOf(text = ""): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}
