import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import {
  type FormOutcome,
  type FormRefusal,
  refuseInvalid,
} from "../../site/forms/form-outcome.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { showToast } from "../../ui/feedback/toast.ts";
import { TextArea, TextField } from "../../ui/forms/field.tsx";
import { TrapField } from "../../ui/forms/trap-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type Message, type MessageField, messageFields, parseMessage } from "./message.ts";
import styles from "./message-form.module.css";

export interface MessageFormProps {
  outcome: FormOutcome | undefined;
  /** The visitor has just sent a message. */
  isSent: boolean;
  /** Initial values of the fields. */
  begun: Message | null;
}

/** Clears its fields as soon as it is sent (spec §2, §4), and restores them after a refusal. */
export function MessageForm({ outcome, isSent, begun }: MessageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const [problems, setProblems] = useState(outcome ? listProblems(outcome) : []);

  useEffect(() => {
    if (!outcome) return;
    const refused = listProblems(outcome);
    setProblems(refused);
    for (const field of messageFields) {
      const control = controlOf(form.current, field);
      if (control?.value === "") control.value = outcome.typed[field] ?? "";
    }
    notify(refused);
  }, [outcome]);

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const target = event.currentTarget;
    const formData = new FormData(target);
    const submission = parseMessage(formData);
    const found = submission.status === "error" ? listProblems(refuseInvalid(submission)) : [];
    setProblems(found);
    if (found[0]) {
      notify(found);
      if (found[0].field) controlOf(target, found[0].field)?.focus();
      return;
    }
    submit(formData, { method: "post", preventScrollReset: true });
    for (const field of messageFields) {
      const control = controlOf(target, field);
      if (control) control.value = "";
    }
  }

  function errorOf(field: MessageField): string | undefined {
    return problems.find((problem) => problem.field === field)?.text;
  }

  function forget(event: InputEvent<HTMLFormElement>) {
    const { name } = event.target as EventTarget & Control;
    setProblems((known) => known.filter(({ field }) => field !== null && field !== name));
  }

  const general = problems.find(({ field }) => field === null);
  return (
    <Form
      ref={form}
      method="post"
      className={styles.form}
      noValidate
      onSubmit={send}
      onInput={forget}
      aria-labelledby="escreva"
    >
      <h2 id="escreva">Escreva para a gente</h2>
      <TextField
        name="nome"
        label="Nome"
        autoComplete="name"
        aria-required
        error={errorOf("nome")}
        defaultValue={(outcome?.typed ?? begun)?.nome}
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
        defaultValue={(outcome?.typed ?? begun)?.email}
      />
      <TextArea
        name="mensagem"
        label="Mensagem"
        rows={6}
        aria-required
        error={errorOf("mensagem")}
        defaultValue={(outcome?.typed ?? begun)?.mensagem}
      />
      <TrapField outcome={outcome} />
      {general && (
        <p className="note note--earth">
          <Icon name="circle-exclamation-point" />
          <b>{general.text}</b>
        </p>
      )}
      {isSent && problems.length === 0 && !isSending && (
        <p className="note">
          <Icon name="check" />
          <span>
            <b>E-mail enviado com sucesso!</b> Lemos todas as mensagens e respondemos no e-mail que
            você deixou.
          </span>
        </p>
      )}
      {/* Keeps the focus, which `disabled` would take. */}
      <button
        type="submit"
        className="btn btn--big"
        aria-disabled={isSending}
        aria-busy={isSending}
      >
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

interface Problem {
  field: MessageField | null;
  text: string;
}

function listProblems({
  errors = {},
  message,
}: Pick<FormRefusal, "errors" | "message">): Problem[] {
  const named = Object.entries(errors).flatMap(([name, texts]) => {
    const field = messageFields.find((known) => known === name) ?? null;
    return texts?.[0] ? [{ field, text: texts[0] }] : [];
  });
  return message ? [...named, { field: null, text: message }] : named;
}

/** Shows the first problem, as spec §5 says. */
function notify([first]: Problem[]): void {
  if (first) showToast({ kind: first.field ? "info" : "error", text: first.text });
}
