import { AccountForm } from "../../domain/accounts/account-form.tsx";
import type { AuthenticatorKey } from "../../domain/accounts/factors/authenticator.server.ts";
import { CodeField } from "../../domain/accounts/factors/factor-fields.tsx";
import { NewPasskey } from "../../domain/accounts/factors/new-passkey.tsx";
import type { Factors } from "../../domain/accounts/factors/second-factor.server.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import type { QrDrawing } from "../../platform/ui/pictures/draw-qr-code.ts";
import { QrCode } from "../../platform/ui/pictures/qr-code.tsx";
import { type FormOutcome, refusalOf } from "../../platform/web/forms/form-outcome.ts";
import styles from "./factor-set-up.module.css";

interface PendingKey extends AuthenticatorKey {
  qrCode: QrDrawing;
}

export interface FactorSetUpProps {
  factors: Factors;
  pendingKey: PendingKey | null;
  /** True if a new passkey needs the password. */
  asksPassword: boolean;
  outcome: FormOutcome<unknown> | undefined;
}

export function FactorSetUp({ factors, pendingKey, asksPassword, outcome }: FactorSetUpProps) {
  const { passkeys, hasAuthenticator, recoveryCodes } = factors;
  return (
    <div className={styles.ways}>
      <section aria-labelledby="com-chave">
        <h2 id="com-chave">Chave de acesso</h2>
        <p className="soft">
          {passkeys === 0
            ? "Com a digital, o rosto ou o PIN deste aparelho. É o jeito mais fácil e o mais seguro."
            : passkeys === 1
              ? "Você tem uma. Outra, em outro aparelho, ajuda se este se perder."
              : `Você tem ${passkeys}, na página Minha conta.`}
        </p>
        <NewPasskey asksPassword={asksPassword} outcome={refusalOf(outcome, "new-passkey")} />
      </section>
      <section aria-labelledby="com-aplicativo">
        <h2 id="com-aplicativo">Aplicativo de códigos</h2>
        {hasAuthenticator ? (
          <Ready>O seu está ligado.</Ready>
        ) : pendingKey ? (
          <Confirmation pendingKey={pendingKey} outcome={refusalOf(outcome, "confirm")} />
        ) : (
          <>
            <p className="soft">
              Google Authenticator, Aegis, 1Password ou outro: mostra um código novo a cada meio
              minuto.
            </p>
            <AccountForm intent="authenticator" action="Usar um aplicativo" />
          </>
        )}
      </section>
      {(passkeys > 0 || hasAuthenticator) && (
        <section aria-labelledby="de-recuperacao">
          <h2 id="de-recuperacao">Códigos de recuperação</h2>
          <p className="soft">
            {recoveryCodes === 1 ? "Resta um." : `Restam ${recoveryCodes}.`} Ao criar novos, os de
            antes deixam de valer.
          </p>
          <AccountForm intent="codes" action="Criar novos códigos" />
        </section>
      )}
    </div>
  );
}

function Ready({ children }: { children: string }) {
  return (
    <p className="note note--leaf">
      <Icon name="circle-check" />
      <span>{children}</span>
    </p>
  );
}

interface ConfirmationProps {
  pendingKey: PendingKey;
  outcome: FormOutcome<unknown> | undefined;
}

function Confirmation({ pendingKey: { key, uri, qrCode }, outcome }: ConfirmationProps) {
  return (
    <>
      <p className="soft">
        No aplicativo, aponte a câmera para este código. Se ele está neste aparelho,{" "}
        <a className="link" href={uri}>
          toque aqui para abri-lo
        </a>
        .
      </p>
      <QrCode drawing={qrCode} label="Código QR com a chave para o aplicativo" />
      <p className="soft">Sem câmera, escolha “inserir chave” e copie esta:</p>
      <p className={styles.key} translate="no" data-chave-do-aplicativo={key}>
        {key.match(/.{1,4}/g)?.join(" ")}
      </p>
      <AccountForm intent="confirm" action="Confirmar código" error={outcome?.message}>
        <CodeField
          label="Código"
          hint="Os seis números que ele mostra agora."
          error={outcome?.errors.codigo}
        />
      </AccountForm>
    </>
  );
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <ul className={styles.codes} translate="no">
      {codes.map((code) => (
        <li key={code} data-codigo-de-recuperacao="">
          {code}
        </li>
      ))}
    </ul>
  );
}
