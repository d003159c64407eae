import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { Photo } from "../photos/photo.ts";
import { Picture } from "../photos/picture.tsx";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { FieldError, TextArea } from "../ui/forms/field.tsx";
import styles from "./case.module.css";
import panelStyles from "./panel.module.css";
import { maxReasonLength } from "./reason.ts";

export interface CaseProps {
  title: string;
  aside?: ReactNode;
  isUrgent?: boolean;
  children: ReactNode;
}

/** A card for whatever waits for a decision. */
export function Case({ title, aside, isUrgent = false, children }: CaseProps) {
  return (
    <article className={`${styles.case} ${isUrgent ? styles.urgent : ""}`}>
      <header className={panelStyles.head}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </article>
  );
}

export function AboutLinks({ postId, uid }: { postId?: string; uid: string }) {
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
  hint: string;
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

interface AlikeAd {
  id: string;
  title: string;
  uid: string;
  ownerName: string;
  photo?: Photo;
}

export interface AlikeCaseProps {
  caseId: string;
  title: string;
  /** The ad that was first comes first. */
  ads: AlikeAd[];
  seen: string[];
  /** The button's intent that settles the case without touching an ad. */
  archive: string;
  outcome: FormOutcome | undefined;
}

/** Ads of several advertisers that have something in common; a verdict is about one of them, or about all. */
export function AlikeCase({ caseId, title, ads, seen, archive, outcome }: AlikeCaseProps) {
  return (
    <Case title={title}>
      <p className="small soft">
        O primeiro veio antes. Pode haver um bom motivo, como um casal com duas contas.
      </p>
      <VerdictForm
        caseId={caseId}
        seen={seen}
        hint="Vai para o registro e, se você pausar ou remover, para o e-mail do dono."
        outcome={outcome}
        buttons={[
          { intent: "pausar", text: "Pausar", look: "" },
          { intent: archive, text: "Arquivar", isFree: true },
          { intent: "remover", text: "Remover", look: "btn--earth" },
        ]}
      >
        <fieldset className={styles.ads}>
          <legend className="visually-hidden">Anúncio para pausar ou remover</legend>
          {ads.map(({ id, title, uid, ownerName, photo }) => (
            <div key={id}>
              <label>
                {photo && (
                  <Picture
                    photo={photo}
                    sizes="(min-width: 52rem) 12rem, 40vw"
                    range={[180, 600]}
                    alt=""
                  />
                )}
                <span>
                  <input type="radio" name="id" value={id} required /> {title}, de {ownerName}
                </span>
              </label>
              <AboutLinks postId={id} uid={uid} />
            </div>
          ))}
        </fieldset>
      </VerdictForm>
    </Case>
  );
}
