import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { FieldError, TextArea } from "../ui/forms/field.tsx";
import styles from "./case.module.css";
import panelStyles from "./panel.module.css";
import { maxReasonLength } from "./reason.ts";

export interface CaseProps {
  title: string;
  aside?: ReactNode;
  isUrgent?: boolean;
  /** The words that the case is about. */
  quote?: string;
  facts: string[];
  /** The ad and the advertiser to look at. */
  about?: AboutLinksProps;
  /** Ends with the {@link VerdictForm}. */
  children: ReactNode;
}

/** A card for whatever waits for a decision. */
export function Case({ title, aside, isUrgent, quote, facts, about, children }: CaseProps) {
  return (
    <article className={`${styles.case} ${isUrgent ? styles.urgent : ""}`}>
      <header className={panelStyles.head}>
        <h2>{title}</h2>
        {aside}
      </header>
      {quote && <blockquote className={panelStyles.quote}>{quote}</blockquote>}
      <div className={panelStyles.facts}>
        {facts.map((fact) => (
          <p key={fact} className="soft">
            {fact}
          </p>
        ))}
        {about && <AboutLinks {...about} />}
      </div>
      {children}
    </article>
  );
}

interface AboutLinksProps {
  postId?: string;
  uid: string;
}

export function AboutLinks({ postId, uid }: AboutLinksProps) {
  return (
    <p>
      {postId && (
        <Link className="link" to={`/operador/anuncios?q=${postId}`}>
          Ver o anúncio
        </Link>
      )}
      <Link className="link" to={`/operador/anunciantes?q=${uid}`}>
        Ver o anunciante
      </Link>
    </p>
  );
}

interface VerdictButton {
  intent: string;
  text: string;
  look?: "" | "btn--line" | "btn--earth";
  /** True if it may be pressed while fields are empty. */
  isFree?: boolean;
}

export interface VerdictFormProps {
  caseId: string;
  /** Id of the row that the verdict is about; omitted if `children` choose it. */
  id?: string;
  /** Names what the operator has seen, so that only that is settled. */
  seen?: readonly string[];
  /** Where the reason goes; omitted if no button needs one. */
  hint?: string;
  buttons: VerdictButton[];
  outcome: FormOutcome | undefined;
  children?: ReactNode;
}

/** Takes one reason for any of its buttons. */
export function VerdictForm(props: VerdictFormProps) {
  const { caseId, id, seen, hint, buttons, outcome, children } = props;
  const isBusy = useNavigation().formData?.get("caso") === caseId;
  const refused = outcome?.typed.caso === caseId ? outcome : undefined;
  return (
    <Form method="post" className={panelStyles.form} preventScrollReset>
      <input type="hidden" name="caso" value={caseId} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {seen && <input type="hidden" name="vistas" value={seen.join(" ")} />}
      {children}
      {hint && (
        <TextArea
          name="motivo"
          id={`motivo-${caseId}`}
          label="Motivo"
          hint={hint}
          rows={2}
          required
          maxLength={maxReasonLength}
          defaultValue={refused?.typed.motivo}
          error={refused?.errors.motivo}
        />
      )}
      <FieldError id={`recusa-${caseId}`} message={refused?.message} />
      <p className={panelStyles.actions}>
        {buttons.map(({ intent, text, look = "btn--line", isFree }) => (
          <button
            key={intent}
            type="submit"
            className={`btn ${look}`}
            name="intent"
            value={intent}
            formNoValidate={isFree}
            disabled={isBusy}
          >
            {text}
          </button>
        ))}
      </p>
    </Form>
  );
}
