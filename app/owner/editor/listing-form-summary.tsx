import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { LoseCheck } from "../../domain/listings/checks/lose-check.tsx";
import { type FieldName, listingFields } from "../../domain/listings/fields.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import styles from "./listing-form-summary.module.css";

interface ErrorSummaryProps {
  ref: RefObject<HTMLDivElement | null>;
  message: string | null;
  names: FieldName[];
  children?: ReactNode;
}

export function ErrorSummary({ ref, message, names, children }: ErrorSummaryProps) {
  if (!message) return null;
  return (
    <div
      className={`note note--earth ${styles.summary}`}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: a document that shows what is wrong leads there
      autoFocus
      ref={ref}
    >
      <Icon name="circle-exclamation-point" />
      <p>
        <b>{message}</b>
        {names.length > 0 && " Veja: "}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && (index === names.length - 1 ? " e " : ", ")}
            <a href={`#${fieldId(name)}`} onClick={(event) => goToField(event, name)}>
              {listingFields[name].label}
            </a>
          </span>
        ))}
        {names.length > 0 && "."}
      </p>
      {children}
    </div>
  );
}

/** Carries the version that the sender chose to replace. */
export const overrideName = "mesmoAssim";

/** Warns of anything that saving would overwrite or end, so that its sender has to choose. */
export type Conflict =
  /** The listing was changed after the form had been opened; this is its current version. */
  | { kind: "version"; listingId: string; version: number }
  /** The save ends the listing's check, because of these fields. */
  | { kind: "check"; fields: FieldName[] };

export function ConflictChoices({ conflict, formId }: { conflict: Conflict; formId: string }) {
  return (
    <div className={styles.choices}>
      {/* Enter presses a form's first button, which must be none of those below. */}
      <button type="submit" form={formId} className="visually-hidden" tabIndex={-1} aria-hidden />
      {conflict.kind === "check" ? (
        <LoseCheck formId={formId} />
      ) : (
        <>
          <CurrentVersionLink className="btn btn--line" listingId={conflict.listingId} />
          <button
            type="submit"
            form={formId}
            className="btn btn--line"
            name={overrideName}
            value={conflict.version}
          >
            Salvar a minha mesmo assim
          </button>
        </>
      )}
    </div>
  );
}

function fieldId(name: FieldName): string {
  return name === "foto" ? "images" : name;
}

function goToField(event: MouseEvent, name: FieldName) {
  const field = document.getElementById(fieldId(name));
  if (!field) return;
  event.preventDefault();
  for (let fold = field.closest("details"); fold; ) {
    fold.open = true;
    fold = fold.parentElement?.closest("details") ?? null;
  }
  field.focus({ preventScroll: true });
  (field.closest("[data-field]") ?? field).scrollIntoView({ block: "center" });
}

export function useFocusOnRefusal(
  refused: number,
  isRefusal: boolean,
): RefObject<HTMLDivElement | null> {
  const summary = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    isWanted.current = refused > 0 || isRefusal;
  }, [refused, isRefusal]);
  // The errors may render a moment after the refusal.
  useEffect(() => {
    if (!isWanted.current || !summary.current) return;
    isWanted.current = false;
    summary.current.focus({ preventScroll: true });
    summary.current.scrollIntoView({ block: "center" });
  });
  return summary;
}

interface CurrentVersionLinkProps {
  className?: string;
  listingId: string;
}

function CurrentVersionLink({ className, listingId }: CurrentVersionLinkProps) {
  return (
    <a className={className} href={`/posts/${listingId}`} target="_blank" rel="noopener">
      Ver a versão atual
    </a>
  );
}
