import { AccountForm } from "../../../domain/accounts/account-form.tsx";
import type { HouseNights } from "../../../domain/calendar/date-choice/form-calendar.tsx";
import { StayFields } from "../../../domain/calendar/date-choice/stay-fields.tsx";
import { readStay } from "../../../domain/calendar/read-stay.ts";
import { nameInquiry } from "../../../domain/listings/inquiry.ts";
import { EmailField } from "../../../platform/ui/forms/email-field.tsx";
import { TextArea, TextField } from "../../../platform/ui/forms/field.tsx";
import { PhoneField } from "../../../platform/ui/forms/phone-field.tsx";
import { StepperField } from "../../../platform/ui/forms/stepper-field.tsx";
import { TrapField } from "../../../platform/ui/forms/trap-field.tsx";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import styles from "./ask-form.module.css";

export interface AskFormProps {
  today: string;
  nights: HouseNights;
  /** Dates and people as in the page's address, and the words that they suggest. */
  begun: { entrada: string; saida: string; pessoas: string; mensagem: string };
  outcome: FormOutcome | undefined;
}

export function AskForm({ today, nights, begun, outcome }: AskFormProps) {
  const { errors = {}, message } = outcome ?? {};
  const typed: Record<string, string> = outcome?.typed ?? begun;
  const hasWrongDates = Boolean(errors.entrada ?? errors.saida ?? errors.pessoas);
  const { stay: begunStay } = readStay(new URLSearchParams(begun), today);
  const people = begun.pessoas === "" ? null : Number(begun.pessoas);
  const asked = nameInquiry({ stay: begunStay, people }, today);
  return (
    <AccountForm className={styles.form} error={message} action="Enviar pergunta">
      <details className={styles.fold} open={hasWrongDates}>
        <summary>{asked ? `${asked}: mudar` : "Datas e pessoas"}</summary>
        <div>
          <StayFields values={typed} errors={errors} today={today} house={nights} />
          <StepperField
            name="pessoas"
            label="Pessoas"
            min={1}
            error={errors.pessoas}
            defaultValue={typed.pessoas}
          />
        </div>
      </details>
      <TextField
        name="nome"
        label="Seu nome"
        autoComplete="name"
        aria-required
        error={errors.nome}
        defaultValue={typed.nome}
      />
      <EmailField label="Seu e-mail" error={errors.email} defaultValue={typed.email} />
      <TextArea
        name="mensagem"
        label="Sua pergunta"
        rows={4}
        aria-required
        error={errors.mensagem}
        defaultValue={typed.mensagem}
      />
      <details className={styles.fold} open={Boolean(errors.telefone)}>
        <summary>Quero resposta no WhatsApp</summary>
        <div>
          <PhoneField
            name="telefone"
            label="Seu WhatsApp"
            error={errors.telefone}
            defaultValue={typed.telefone}
          />
        </div>
      </details>
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
