import type { ComponentProps, ReactNode } from "react";
import { ErrorNote } from "../../platform/ui/feedback/error-line.tsx";
import { Illustration, type IllustrationName } from "../../platform/ui/pictures/illustration.tsx";
import styles from "./account-form.module.css";

export interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  picture: IllustrationName;
  children?: ReactNode;
  otherwise?: ReactNode;
}

export function AccountPage({ title, lead, picture, children, otherwise }: AccountPageProps) {
  return (
    <div className={styles.gate}>
      <div className={styles.shore}>
        <header>
          <h1>{title}</h1>
          {lead && <p className="soft">{lead}</p>}
        </header>
        {children}
        {otherwise && <p className={styles.otherwise}>{otherwise}</p>}
      </div>
      <div className={styles.view}>
        <Illustration name={picture} sizes="50vw" loading="lazy" />
      </div>
    </div>
  );
}

export interface AccountFormProps extends ComponentProps<"form"> {
  error?: string | undefined;
  /** The button's text. */
  action: string;
  intent?: string;
  aside?: { intent: string; label: string };
  /** Another button, after the form's own, which Enter presses. */
  otherwise?: ReactNode;
}

export function AccountForm({
  error,
  action,
  intent,
  aside,
  otherwise,
  children,
  ...form
}: AccountFormProps) {
  return (
    <form method="post" noValidate {...form}>
      {/* With a second button, only the one pressed may name its intent. */}
      {intent && !aside && <input type="hidden" name="intent" value={intent} />}
      <ErrorNote>{error}</ErrorNote>
      {children}
      <button
        type="submit"
        name={aside && intent ? "intent" : undefined}
        value={aside && intent}
        className="btn btn--big"
      >
        {action}
      </button>
      {otherwise}
      {aside && (
        <button type="submit" name="intent" value={aside.intent} className={`${styles.aside} link`}>
          {aside.label}
        </button>
      )}
    </form>
  );
}
