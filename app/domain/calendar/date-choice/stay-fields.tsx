import { TextField } from "../../../platform/ui/forms/field.tsx";
import { Island } from "../../../platform/web/islands/island.tsx";
import { DateChoice, type DateChoiceProps } from "./date-choice.tsx";
import styles from "./stay-fields.module.css";

interface StayFieldsProps extends DateChoiceProps {
  values: { entrada?: string | undefined; saida?: string | undefined };
  errors: { entrada?: string[] | null | undefined; saida?: string[] | null | undefined };
  optional?: boolean;
}

/** The fields `entrada` and `saida` of a form about a stay, and the calendar that fills them. */
export function StayFields({ values, errors, optional = false, today, house }: StayFieldsProps) {
  return (
    <>
      <div className={styles.dates}>
        <TextField
          type="date"
          name="entrada"
          label="Entrada"
          optional={optional}
          min={today}
          defaultValue={values.entrada}
          error={errors.entrada}
        />
        <TextField
          type="date"
          name="saida"
          label="Saída"
          optional={optional}
          min={today}
          defaultValue={values.saida}
          error={errors.saida}
        />
      </div>
      <Island name="dates" of={DateChoice} props={{ today, house }} waits />
    </>
  );
}
