import { DateChoice } from "../calendar/date-choice/date-choice.tsx";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { TextField } from "../ui/forms/field.tsx";
import { StepperField } from "../ui/forms/stepper-field.tsx";
import type { PlanField } from "./list-form.ts";
import styles from "./plan-fields.module.css";

export type PlanTexts = Partial<Record<PlanField, string>>;

export interface PlanFieldsProps {
  values?: PlanTexts | undefined;
  errors?: FormOutcome["errors"] | undefined;
  today: string;
}

export function PlanFields({ values = {}, errors = {}, today }: PlanFieldsProps) {
  return (
    <>
      <TextField
        name="nome"
        id="lista-nome"
        label="Nome da lista"
        placeholder="Rancho pra virada"
        autoComplete="off"
        defaultValue={values.nome}
        error={errors.nome}
      />
      <div className={styles.dates}>
        <TextField
          type="date"
          name="entrada"
          label="Entrada"
          min={today}
          defaultValue={values.entrada}
          error={errors.entrada}
        />
        <TextField
          type="date"
          name="saida"
          label="Saída"
          min={today}
          defaultValue={values.saida}
          error={errors.saida}
        />
      </div>
      <DateChoice today={today} />
      <StepperField
        name="pessoas"
        label="Pessoas"
        min={1}
        defaultValue={values.pessoas}
        error={errors.pessoas}
      />
    </>
  );
}
