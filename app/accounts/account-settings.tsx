import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { LoseCheck } from "../checks/lose-check.tsx";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { useAnsweredForm } from "../site/forms/use-answered-form.ts";
import { Fold } from "../ui/fold.tsx";
import { ChoiceTile } from "../ui/forms/choice-tile.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { AccountForm } from "./account-form.tsx";
import styles from "./account-settings.module.css";
import { CurrentPasswordField, EmailField, NewPasswordFields } from "./credential-fields.tsx";
import {
  parseCurrentPassword,
  parseEmailChange,
  parseName,
  parsePasswordChange,
} from "./credentials.ts";

export interface SettingProps {
  id: string;
  title: string;
  /** The current setting in a word. */
  value?: string;
  /** True while a form in it has something to say. */
  isOpen: boolean;
  children: ReactNode;
}

/** A row that opens what changes it. */
export function Setting({ id, title, value, isOpen, children }: SettingProps) {
  return (
    <Fold
      id={id}
      isOpen={isOpen}
      className={styles.setting}
      summary={
        <>
          <h2>{title}</h2>
          {value && <span className="soft">{value}</span>}
        </>
      }
    >
      <div className={styles.forms}>{children}</div>
    </Fold>
  );
}

export interface LinkedSettingProps {
  to: string;
  title: string;
  about?: string;
}

/** A row that leads to a page of its own. */
export function LinkedSetting({ to, title, about }: LinkedSettingProps) {
  return (
    <div className={styles.setting}>
      <Link to={to} className={styles.away}>
        <h2>{title}</h2>
        <Icon name="chevron-right" />
      </Link>
      {about && <p className="soft">{about}</p>}
    </div>
  );
}

interface FormProps {
  outcome: FormOutcome | undefined;
}

export function NameForm({ outcome, displayName }: FormProps & { displayName: string }) {
  const [form, fields] = useAnsweredForm({
    id: "nome",
    outcome,
    parse: parseName,
    defaultValue: { displayName },
  });
  return (
    <AccountForm
      id={form.id}
      intent="name"
      onSubmit={form.onSubmit}
      error={form.errors?.[0]}
      action="Salvar nome"
      otherwise={form.errors && outcome?.reason === "ends-check" && <LoseCheck />}
    >
      <TextField
        name="displayName"
        label="Nome"
        autoComplete="name"
        aria-required
        error={fields.displayName.errors}
        defaultValue={fields.displayName.initialValue}
      />
    </AccountForm>
  );
}

export interface EmailFormProps extends FormProps {
  awaited: string | null;
}

export function EmailForm({ outcome, awaited }: EmailFormProps) {
  const [form, fields] = useAnsweredForm({
    id: "troca-de-email",
    outcome,
    parse: parseEmailChange,
    defaultValue: { email: "" },
  });
  return (
    <>
      {awaited && <AwaitedEmail email={awaited} />}
      <AccountForm
        id={form.id}
        intent="email"
        onSubmit={form.onSubmit}
        error={form.errors?.[0]}
        action={awaited ? "Enviar outro link" : "Trocar e-mail"}
      >
        <EmailField
          label="Novo e-mail"
          autoComplete="email"
          error={fields.email.errors}
          defaultValue={fields.email.initialValue}
        />
        <CurrentPasswordField id="senha-para-email" error={fields.currentPassword.errors} />
      </AccountForm>
    </>
  );
}

export interface OwnEmailProps extends FormProps {
  email: string;
  isConfirmed: boolean;
  /** A new address, which is to be confirmed in place of this one. */
  awaited: string | null;
}

export function OwnEmail({ email, isConfirmed, awaited, outcome }: OwnEmailProps) {
  if (isConfirmed) {
    return (
      <p className="note note--leaf">
        <Icon name="circle-check" />
        <span className={styles.address}>
          <b>{email}</b> está confirmado.
        </span>
      </p>
    );
  }
  if (awaited) {
    return (
      <p className="soft">
        <b>{email}</b> não foi confirmado. Se o endereço está errado, basta confirmar o novo.
      </p>
    );
  }
  return (
    <div className={`note ${styles.awaited}`}>
      <Icon name="mail-question-mark" />
      <div>
        <p>
          <b>{email}</b> ainda não foi confirmado. Abra o link que enviamos quando você criou a
          conta, ou peça outro. Enquanto isso, tudo funciona normalmente.
        </p>
        <AccountForm
          intent="confirm-email"
          error={outcome?.message}
          action="Enviar link de confirmação"
        />
      </div>
    </div>
  );
}

function AwaitedEmail({ email }: { email: string }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <div className={`note ${styles.awaited}`}>
      <Icon name="mail-question-mark" />
      <div>
        <p>
          Enviamos um link para <b>{email}</b>, que espera a sua confirmação: abra-o lá. Ele vale
          por um dia, e até então continua valendo o e-mail de hoje.
        </p>
        <Form method="post">
          <button
            type="submit"
            name="intent"
            value="cancel-email"
            className={`${styles.aside} link`}
            disabled={isSending}
          >
            Cancelar a troca
          </button>
        </Form>
      </div>
    </div>
  );
}

/**
 * A form that script checks but doesn't send: the answer is a download. A refusal is thus a new page, which the
 * browser opens at the field.
 */
export function DataForm({ outcome }: FormProps) {
  const [form, fields] = useAnsweredForm({
    id: "baixar-dados",
    outcome,
    parse: parseCurrentPassword,
  });
  return (
    <AccountForm
      id={form.id}
      intent="data"
      onSubmit={form.onSubmit}
      reloadDocument
      data-downloads
      action="Baixar meus dados"
    >
      <CurrentPasswordField
        id="senha-para-dados"
        error={form.errors ?? fields.currentPassword.errors}
      />
    </AccountForm>
  );
}

export interface PasswordFormProps extends FormProps {
  email: string;
  /** Offers to delete the account's passkeys as well. */
  offersPasskeys: boolean;
}

export function PasswordForm({ outcome, email, offersPasskeys }: PasswordFormProps) {
  const [form, fields] = useAnsweredForm({
    id: "troca-de-senha",
    outcome,
    parse: parsePasswordChange,
  });
  return (
    <AccountForm
      id={form.id}
      intent="password"
      onSubmit={form.onSubmit}
      error={form.errors?.[0]}
      action="Trocar senha"
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField error={fields.currentPassword.errors} />
      <NewPasswordFields label="Nova senha" fields={fields} />
      {offersPasskeys && (
        <ChoiceTile
          type="checkbox"
          name="deletesPasskeys"
          value="on"
          defaultChecked={fields.deletesPasskeys.initialValue === "on"}
        >
          Apagar também as chaves de acesso, que entram sem a senha
        </ChoiceTile>
      )}
    </AccountForm>
  );
}

export function QuestionsForm({ outcome, isOn }: FormProps & { isOn: boolean }) {
  return (
    <AccountForm id="perguntas" intent="questions" error={outcome?.message} action="Salvar escolha">
      <ChoiceTile type="checkbox" name="recebePerguntas" value="on" defaultChecked={isOn}>
        Receber perguntas por e-mail
      </ChoiceTile>
    </AccountForm>
  );
}
