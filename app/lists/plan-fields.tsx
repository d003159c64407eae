import { StayFields } from "../calendar/date-choice/stay-fields.tsx";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { TextField } from "../ui/forms/field.tsx";
import { StepperField } from "../ui/forms/stepper-field.tsx";
import type { PlanField } from "./list-form.ts";

export interface PlanFieldsProps {
  values?: Partial<Record<PlanField, string>> | undefined;
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
      <StayFields values={values} errors={errors} today={today} />
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
