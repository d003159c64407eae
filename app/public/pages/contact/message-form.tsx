import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { ToastMessage } from "../../../platform/ui/feedback/toast-message.tsx";
import { EmailField } from "../../../platform/ui/forms/email-field.tsx";
import { TextArea, TextField } from "../../../platform/ui/forms/field.tsx";
import { TrapField } from "../../../platform/ui/forms/trap-field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import type { Message } from "./message.ts";
import styles from "./message-form.module.css";

export interface MessageFormProps {
  outcome: FormOutcome | undefined;
  /** The visitor has just sent a message. */
  isSent: boolean;
  /** Initial values of the fields. */
  begun: Message | null;
}

export function MessageForm({ outcome, isSent, begun }: MessageFormProps) {
  const { errors = {}, message } = outcome ?? {};
  const typed: Partial<Message> | null = outcome?.typed ?? begun;
  const [missing] = Object.values(errors).flatMap((texts) => texts ?? []);
  return (
    <form method="post" className={styles.form} noValidate aria-labelledby="escreva">
      <h2 id="escreva">Escreva para a gente</h2>
      <TextField
        name="nome"
        label="Nome"
        autoComplete="name"
        aria-required
        error={errors.nome}
        defaultValue={typed?.nome}
      />
      <EmailField error={errors.email} defaultValue={typed?.email} />
      <TextArea
        name="mensagem"
        label="Mensagem"
        rows={6}
        aria-required
        error={errors.mensagem}
        defaultValue={typed?.mensagem}
      />
      <TrapField outcome={outcome} />
      {/* The first problem is a toast, too, as spec §5 says. */}
      {missing && <ToastMessage kind="info" text={missing} />}
      {message && (
        <>
          <ErrorNote>{message}</ErrorNote>
          <ToastMessage kind="error" text={message} />
        </>
      )}
      {isSent && !outcome && (
        <p className="note">
          <Icon name="check" />
          <span>
            <b>E-mail enviado com sucesso!</b> Lemos todas as mensagens e respondemos no e-mail que
            você deixou.
          </span>
        </p>
      )}
      <button type="submit" className="btn btn--big">
        Enviar mensagem
      </button>
    </form>
  );
}
