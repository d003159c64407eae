import type { ReactNode } from "react";
import { AccountForm } from "../../domain/accounts/account-form.tsx";
import {
  CurrentPasswordField,
  NewPasswordFields,
} from "../../domain/accounts/credential-fields.tsx";
import { LoseCheck } from "../../domain/listings/checks/lose-check.tsx";
import { Fold } from "../../platform/ui/fold.tsx";
import { ChoiceTile } from "../../platform/ui/forms/choice-tile.tsx";
import { EmailField } from "../../platform/ui/forms/email-field.tsx";
import { TextField } from "../../platform/ui/forms/field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import styles from "./account-settings.module.css";

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
  return (
    <AccountForm
      id="nome"
      intent="name"
      error={outcome?.message}
      action="Salvar nome"
      otherwise={outcome?.reason === "ends-check" && <LoseCheck />}
    >
      <TextField
        name="displayName"
        label="Nome"
        autoComplete="name"
        aria-required
        error={outcome?.errors.displayName}
        defaultValue={outcome?.typed.displayName ?? displayName}
      />
    </AccountForm>
  );
}

export interface EmailFormProps extends FormProps {
  awaited: string | null;
}

export function EmailForm({ outcome, awaited }: EmailFormProps) {
  return (
    <>
      {awaited && <AwaitedEmail email={awaited} />}
      <AccountForm
        id="troca-de-email"
        intent="email"
        error={outcome?.message}
        action={awaited ? "Enviar outro link" : "Trocar e-mail"}
      >
        <EmailField
          label="Novo e-mail"
          error={outcome?.errors.email}
          defaultValue={outcome?.typed.email}
        />
        <CurrentPasswordField id="senha-para-email" error={outcome?.errors.currentPassword} />
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
  return (
    <div className={`note ${styles.awaited}`}>
      <Icon name="mail-question-mark" />
      <div>
        <p>
          Enviamos um link para <b>{email}</b>, que espera a sua confirmação: abra-o lá. Ele vale
          por um dia, e até então continua valendo o e-mail de hoje.
        </p>
        <form method="post">
          <button
            type="submit"
            name="intent"
            value="cancel-email"
            className={`${styles.aside} link`}
          >
            Cancelar a troca
          </button>
        </form>
      </div>
    </div>
  );
}

export function DataForm({ outcome }: FormProps) {
  return (
    <AccountForm
      id="baixar-dados"
      intent="data"
      data-downloads
      error={outcome?.message}
      action="Baixar meus dados"
    >
      <CurrentPasswordField id="senha-para-dados" error={outcome?.errors.currentPassword} />
    </AccountForm>
  );
}

export interface PasswordFormProps extends FormProps {
  email: string;
  /** Offers to delete the account's passkeys as well. */
  offersPasskeys: boolean;
}

export function PasswordForm({ outcome, email, offersPasskeys }: PasswordFormProps) {
  return (
    <AccountForm
      id="troca-de-senha"
      intent="password"
      error={outcome?.message}
      action="Trocar senha"
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField error={outcome?.errors.currentPassword} />
      <NewPasswordFields label="Nova senha" outcome={outcome} />
      {offersPasskeys && (
        <ChoiceTile
          type="checkbox"
          name="deletesPasskeys"
          value="on"
          defaultChecked={outcome?.typed.deletesPasskeys === "on"}
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
