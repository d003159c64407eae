import type { FormEvent } from "react";
import { AccountForm } from "../../accounts/account-form.tsx";
import type { HouseNights } from "../../calendar/date-choice/form-calendar.tsx";
import { StayFields } from "../../calendar/date-choice/stay-fields.tsx";
import { readStay } from "../../calendar/read-stay.ts";
import { isFree } from "../../calendar/stays.ts";
import { nameInquiry } from "../../listings/inquiry.ts";
import { type FormOutcome, textOf } from "../../site/forms/form-outcome.ts";
import { useAnsweredForm } from "../../site/forms/use-answered-form.ts";
import { TextArea, TextField } from "../../ui/forms/field.tsx";
import { PhoneField } from "../../ui/forms/phone-field.tsx";
import { StepperField } from "../../ui/forms/stepper-field.tsx";
import { TrapField } from "../../ui/forms/trap-field.tsx";
import { suggestedMessages, suggestMessage } from "../question.ts";
import styles from "./ask-form.module.css";
import { parseQuestion } from "./question-form.ts";

export interface AskFormProps {
  today: string;
  nights: HouseNights;
  /** Dates and people as in the page's address, and the words that they suggest. */
  begun: { entrada: string; saida: string; pessoas: string; mensagem: string };
  outcome: FormOutcome | undefined;
}

export function AskForm({ today, nights, begun, outcome }: AskFormProps) {
  const [form, fields] = useAnsweredForm({
    id: "pergunta",
    outcome,
    parse: (formData) => parseQuestion(formData, today),
    defaultValue: { nome: "", email: "", telefone: "", ...begun },
  });
  const { nome, email, telefone, entrada, saida, pessoas, mensagem } = fields;
  const hasWrongDates = Boolean(entrada.errors ?? saida.errors ?? pessoas.errors);
  const { stay: begunStay } = readStay(new URLSearchParams(begun), today);
  const people = begun.pessoas === "" ? null : Number(begun.pessoas);
  const asked = nameInquiry({ stay: begunStay, people }, today);

  /** The words follow the dates until the visitor changes them. */
  function follow({ currentTarget }: FormEvent<HTMLFormElement>) {
    const text = currentTarget.elements.namedItem("mensagem");
    if (!(text instanceof HTMLTextAreaElement) || !suggestedMessages.includes(text.value)) return;
    const typed = new FormData(currentTarget);
    const dates = { entrada: textOf(typed, "entrada"), saida: textOf(typed, "saida") };
    const { stay } = readStay(new URLSearchParams(dates), today);
    const isTaken = stay !== null && !isFree(stay, new Set(nights.unavailableDays));
    text.value = suggestMessage(stay, isTaken);
  }

  return (
    <AccountForm
      id={form.id}
      className={styles.form}
      onSubmit={form.onSubmit}
      onInput={follow}
      error={form.errors?.[0]}
      action="Enviar pergunta"
    >
      <details className={styles.fold} open={hasWrongDates}>
        <summary>{asked ? `${asked}: mudar` : "Datas e pessoas"}</summary>
        <div>
          <StayFields
            values={{ entrada: entrada.initialValue, saida: saida.initialValue }}
            errors={{ entrada: entrada.errors, saida: saida.errors }}
            today={today}
            house={nights}
          />
          <StepperField
            name="pessoas"
            label="Pessoas"
            min={1}
            error={pessoas.errors}
            defaultValue={pessoas.initialValue}
          />
        </div>
      </details>
      <TextField
        name="nome"
        label="Seu nome"
        autoComplete="name"
        aria-required
        error={nome.errors}
        defaultValue={nome.initialValue}
      />
      <TextField
        name="email"
        label="Seu e-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        error={email.errors}
        defaultValue={email.initialValue}
      />
      <TextArea
        name="mensagem"
        label="Sua pergunta"
        rows={4}
        aria-required
        error={mensagem.errors}
        defaultValue={mensagem.initialValue}
      />
      <details className={styles.fold} open={telefone.errors !== undefined}>
        <summary>Quero resposta no WhatsApp</summary>
        <div>
          <PhoneField
            name="telefone"
            label="Seu WhatsApp"
            error={telefone.errors}
            defaultValue={telefone.initialValue}
          />
        </div>
      </details>
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
