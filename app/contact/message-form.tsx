import type { SubmissionResult } from "@conform-to/react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { LoadingWaves } from "../ui/feedback/loading-waves.tsx";
import { showToast } from "../ui/feedback/toast.tsx";
import { TextArea, TextField } from "../ui/forms/field.tsx";
import { TrapField } from "../ui/forms/trap-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { type MessageField, messageFields, parseMessage } from "./message.ts";
import styles from "./message-form.module.css";

/** Clears its fields as soon as it is sent (spec §2, §4), and restores them after a refusal. */
export function MessageForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const [problem, setProblem] = useState(firstProblem(lastResult));

  useEffect(() => {
    const refused = firstProblem(lastResult);
    if (!refused) return;
    setProblem(refused);
    for (const field of messageFields) {
      const control = controlOf(form.current, field);
      if (control?.value === "") control.value = typedIn(lastResult, field);
    }
    notify(refused);
  }, [lastResult]);

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const target = event.currentTarget;
    const formData = new FormData(target);
    const found = firstProblem(parseMessage(formData).reply());
    setProblem(found);
    if (found) {
      notify(found);
      if (found.field) controlOf(target, found.field)?.focus();
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
        defaultValue={typedIn(lastResult, "nome")}
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
        defaultValue={typedIn(lastResult, "email")}
      />
      <TextArea
        name="mensagem"
        label="Mensagem"
        rows={6}
        aria-required
        error={errorOf("mensagem")}
        defaultValue={typedIn(lastResult, "mensagem")}
      />
      <TrapField />
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

interface Problem {
  field: MessageField | null;
  text: string;
}

function firstProblem(result: SubmissionResult<string[]> | undefined): Problem | null {
  const [name, texts] = Object.entries(result?.error ?? {})[0] ?? [];
  const text = texts?.[0];
  if (!text) return null;
  return { field: messageFields.find((field) => field === name) ?? null, text };
}

function typedIn(result: SubmissionResult<string[]> | undefined, field: MessageField): string {
  const typed = result?.initialValue?.[field];
  return typeof typed === "string" ? typed : "";
}

function notify({ field, text }: Problem): void {
  showToast({ kind: field ? "info" : "error", text });
}
