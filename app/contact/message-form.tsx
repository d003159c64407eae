import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { LoadingWaves } from "../ui/feedback/loading-waves.tsx";
import { showToast } from "../ui/feedback/toast.tsx";
import { TextArea, TextField } from "../ui/forms/field.tsx";
import { Icon } from "../ui/icon.tsx";
import {
  checkMessage,
  type Message,
  type MessageField,
  messageFields,
  type Problem,
  readTyped,
} from "./message.ts";
import styles from "./message-form.module.css";

/** A message that was not taken in: what was typed, and why. */
export interface Refusal {
  typed: Message;
  problem: Problem;
}

/** A field that people neither see nor hear: who fills it is a program. */
export const trapName = "assunto";

/**
 * The message form (spec §2). Its fields are cleared as soon as it is sent (spec §4); what was
 * typed comes back when it was not taken in.
 */
export function MessageForm({ refusal }: { refusal?: Refusal }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const [problem, setProblem] = useState(refusal?.problem ?? null);

  useEffect(() => {
    if (!refusal) return;
    setProblem(refusal.problem);
    for (const field of messageFields) {
      const control = controlOf(form.current, field);
      if (control?.value === "") control.value = refusal.typed[field];
    }
    tell(refusal.problem);
  }, [refusal]);

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const target = event.currentTarget;
    const formData = new FormData(target);
    const checked = checkMessage(readTyped(formData));
    setProblem(checked.ok ? null : checked.problem);
    if (!checked.ok) {
      tell(checked.problem);
      if (checked.problem.field) controlOf(target, checked.problem.field)?.focus();
      return;
    }
    submit(formData, { method: "post", preventScrollReset: true });
    for (const field of messageFields) {
      const control = controlOf(target, field);
      if (control) control.value = "";
    }
  }

  function errorOf(field: MessageField): string | undefined {
    return problem?.field === field ? problem.text : undefined;
  }

  return (
    <Form
      ref={form}
      method="post"
      className={styles.form}
      noValidate
      onSubmit={send}
      onInput={() => setProblem(null)}
      aria-labelledby="escreva"
    >
      <h2 id="escreva">Escreva para a gente</h2>
      <TextField
        name="nome"
        label="Nome"
        autoComplete="name"
        aria-required
        error={errorOf("nome")}
        defaultValue={refusal?.typed.nome}
      />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        error={errorOf("email")}
        defaultValue={refusal?.typed.email}
      />
      <TextArea
        name="mensagem"
        label="Mensagem"
        rows={6}
        aria-required
        error={errorOf("mensagem")}
        defaultValue={refusal?.typed.mensagem}
      />
      <label className={styles.trap} aria-hidden="true">
        Deixe vazio
        <input name={trapName} type="text" tabIndex={-1} autoComplete="off" />
      </label>
      {problem && !problem.field && (
        <p className="note note--earth">
          <Icon name="circle-exclamation-point" />
          <b>{problem.text}</b>
        </p>
      )}
      <button type="submit" className="btn btn--big" disabled={isSending} aria-busy={isSending}>
        {isSending && <LoadingWaves />}
        {isSending ? "Aguarde..." : "Enviar mensagem"}
      </button>
    </Form>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement;

function controlOf(form: HTMLFormElement | null, field: MessageField): Control | null {
  return (form?.elements.namedItem(field) as Control | null | undefined) ?? null;
}

function tell({ field, text }: Problem): void {
  showToast({ kind: field ? "info" : "error", text });
}
