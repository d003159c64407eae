import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Flash } from "../ui/feedback/flash.ts";
import { LoadingWaves } from "../ui/feedback/loading-waves.tsx";
import { scrollIntoView } from "../ui/forms/scroll-into-view.ts";
import { Icon } from "../ui/icon.tsx";
import { Illustration, type IllustrationName } from "../ui/pictures/illustration.tsx";
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

interface AccountNotice extends Pick<Flash, "kind" | "text"> {
  hint?: string;
}

export interface AccountFormProps extends ComponentProps<typeof Form> {
  error?: string;
  /** Shown as a toast, which screen readers announce, and below the button if it has a hint. */
  notice?: AccountNotice;
  action: string;
  intent?: string;
  aside?: { intent: string; label: string };
  /** Another button, after the form's own, which Enter presses. */
  otherwise?: ReactNode;
}

/** Buttons say 'Aguarde...' while the form is being sent (spec §2). */
export function AccountForm({
  error,
  notice,
  action,
  intent,
  aside,
  otherwise,
  children,
  ...form
}: AccountFormProps) {
  const { formMethod, formData } = useNavigation();
  const isSending = formMethod === "POST";
  const sent = formData?.get("intent") ?? undefined;
  const isAside = isSending && aside !== undefined && sent === aside.intent;
  const isBusy = isSending && sent === intent;
  return (
    <Form method="post" noValidate {...form}>
      {/* With a second button, only the one pressed may name its intent. */}
      {intent && !aside && <input type="hidden" name="intent" value={intent} />}
      {error && (
        // biome-ignore lint/a11y/noAutofocus: a document that shows what is wrong leads there
        <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
          <Icon name="circle-exclamation-point" />
          <b>{error}</b>
        </p>
      )}
      {children}
      <button
        type="submit"
        name={aside && intent ? "intent" : undefined}
        value={aside && intent}
        className="btn btn--big"
        disabled={isSending}
        aria-busy={isBusy}
      >
        {isBusy && <LoadingWaves />}
        {isBusy ? "Aguarde..." : action}
      </button>
      {otherwise}
      {aside && (
        <button
          type="submit"
          name="intent"
          value={aside.intent}
          className={`${styles.aside} link`}
          disabled={isSending}
          aria-busy={isAside}
        >
          {isAside ? "Aguarde..." : aside.label}
        </button>
      )}
      {notice?.hint && !isSending && (
        <p
          className={`note ${notice.kind === "error" ? "note--earth" : "note--leaf"}`}
          ref={scrollIntoView}
        >
          <Icon name={notice.kind === "error" ? "circle-exclamation-point" : "circle-check"} />
          <span>
            <b>{notice.text}</b> {notice.hint}
          </span>
        </p>
      )}
    </Form>
  );
}

export function submitsAside(event: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === "intent";
}
