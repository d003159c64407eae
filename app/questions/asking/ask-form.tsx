import { type FormEvent, useRef } from "react";
import { AccountForm } from "../../accounts/account-form.tsx";
import type { HouseNights } from "../../calendar/date-choice/form-calendar.tsx";
import { StayFields } from "../../calendar/date-choice/stay-fields.tsx";
import { readStay } from "../../calendar/read-stay.ts";
import { isFree } from "../../calendar/stays.ts";
import { greeting } from "../../listings/card/greeting.ts";
import { maxPeople, readPeople } from "../../listings/inquiry.ts";
import { findUnpricedHoliday } from "../../prices/holiday-prices.ts";
import { type FormOutcome, textOf } from "../../site/forms/form-outcome.ts";
import { useAnsweredForm } from "../../site/forms/use-answered-form.ts";
import { TextArea, TextField } from "../../ui/forms/field.tsx";
import { PhoneField } from "../../ui/forms/phone-field.tsx";
import { StepperField } from "../../ui/forms/stepper-field.tsx";
import { TrapField } from "../../ui/forms/trap-field.tsx";
import styles from "./ask-form.module.css";
import { parseQuestion } from "./question-form.ts";

export interface AskFormProps {
  listing: { id: string; title: string; nomeContato: string };
  /** Address without a trailing slash; part of the greeting. */
  siteUrl: string;
  today: string;
  nights: HouseNights;
  /** Dates and people as in the page's address, and the greeting that they make. */
  begun: { entrada: string; saida: string; pessoas: string; mensagem: string };
  outcome: FormOutcome | undefined;
}

export function AskForm({ listing, siteUrl, today, nights, begun, outcome }: AskFormProps) {
  const [form, fields] = useAnsweredForm({
    id: "pergunta",
    outcome,
    parse: (formData) => parseQuestion(formData, today),
    defaultValue: { nome: "", email: "", telefone: "", ...begun },
  });
  const { nome, email, telefone, entrada, saida, pessoas, mensagem } = fields;
  const greeted = useRef(begun.mensagem);

  /** The greeting follows dates and people until the visitor changes it. */
  function follow({ currentTarget }: FormEvent<HTMLFormElement>) {
    const text = currentTarget.elements.namedItem("mensagem");
    if (!(text instanceof HTMLTextAreaElement) || text.value !== greeted.current) return;
    const typed = new FormData(currentTarget);
    const dates = { entrada: textOf(typed, "entrada"), saida: textOf(typed, "saida") };
    const people = textOf(typed, "pessoas");
    const isAsBegun =
      dates.entrada === begun.entrada && dates.saida === begun.saida && people === begun.pessoas;
    const { stay } = readStay(new URLSearchParams(dates), today);
    greeted.current = isAsBegun
      ? begun.mensagem
      : greeting(listing, siteUrl, {
          stay,
          people: readPeople(people, maxPeople).people,
          total: null,
          // Seasons aren't known here: no figure is quoted, so asking for the price is right in any case.
          unpricedHoliday: stay && findUnpricedHoliday(stay, []),
          isTaken: stay !== null && !isFree(stay, new Set(nights.unavailableDays)),
        });
    text.value = greeted.current;
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
      <div className={styles.pair}>
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
          hint="A resposta vem para ele."
          error={email.errors}
          defaultValue={email.initialValue}
        />
      </div>
      <PhoneField
        name="telefone"
        label="Seu WhatsApp"
        optional
        hint="Se quiser que respondam por lá."
        error={telefone.errors}
        defaultValue={telefone.initialValue}
      />
      <StayFields
        values={{ entrada: entrada.initialValue, saida: saida.initialValue }}
        errors={{ entrada: entrada.errors, saida: saida.errors }}
        optional
        today={today}
        house={nights}
      />
      <StepperField
        name="pessoas"
        label="Pessoas"
        optional
        min={1}
        error={pessoas.errors}
        defaultValue={pessoas.initialValue}
      />
      <TextArea
        name="mensagem"
        label="Sua pergunta"
        rows={7}
        aria-required
        error={mensagem.errors}
        defaultValue={mensagem.initialValue}
      />
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
