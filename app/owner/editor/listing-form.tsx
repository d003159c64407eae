import { FormProvider, type SubmissionResult, useForm } from "@conform-to/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { formatClock } from "../../domain/calendar/civil-date.ts";
import { fieldNames } from "../../domain/listings/fields.ts";
import type { OwnListing } from "../../domain/listings/listing.ts";
import type { Photo } from "../../domain/photos/photo.ts";
import { LoadingWaves } from "../../platform/ui/feedback/loading-waves.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { DraftNote } from "./drafts/draft-note.tsx";
import { type DraftStatus, useDraftSaver } from "./drafts/draft-saver.ts";
import { FormSection, ListingFields, type ListingFieldset } from "./listing-fields.tsx";
import styles from "./listing-form.module.css";
import {
  type Conflict,
  ConflictChoices,
  ErrorSummary,
  useFocusOnRefusal,
} from "./listing-form-summary.tsx";
import { confirmationNames, questions } from "./listing-questions.ts";
import {
  type ControlName,
  type ListingFormValue,
  type ListingSubmission,
  listingFormValue,
  parseListingForm,
  shownDaysName,
} from "./listing-schema.ts";
import type { ListingModel } from "./model/model.server.ts";
import { leadText, modelNames } from "./model/model-names.ts";
import { InAppNote } from "./notes/in-app-note.tsx";
import { PhotoTray, type TraySnapshot } from "./photos/photo-tray.ts";
import { PhotoPicker } from "./photos/picker/photo-picker.tsx";
import { useTray } from "./photos/picker/photo-picker-feedback.ts";
import { UploadProgress } from "./photos/picker/upload-progress.tsx";
import { useLeaveQuestion, useSending } from "./use-sending.ts";

const elementId = "anuncio";

export interface ListingFormProps {
  /** Id of this form and its uploads, new on each page load. */
  draftId: string;
  today: string;
  listing?: OwnListing;
  /** The initial values of a new ad's form. */
  starting?: ListingFormValue;
  /** The saved form that this one continues. */
  draft?: ContinuedDraft | null;
  /** The ad that a new one is begun from. */
  model?: ListingModel | null;
  /** Reply to the last submission, unless it was accepted. */
  reply?: RefusedListing | undefined;
}

interface ContinuedDraft {
  id: string;
  photos: Photo[];
  /** Civil date. */
  savedOn: string;
}

export interface RefusedListing {
  draftId: string;
  photos: Photo[];
  version: number;
  conflict?: Conflict | undefined;
  lastResult: SubmissionResult<string[]>;
}

/** Publishes or edits (spec §2, §3). A new ad is saved to the account as it is typed. */
export function ListingForm(props: ListingFormProps) {
  const { today, listing, starting, model, draft, reply: refusal } = props;
  const [tray] = useState(() => createTray(props));
  const [isTyped, setIsTyped] = useState(Boolean(refusal));
  const lastResult = refusal?.lastResult;
  const version = refusal?.version || listing?.version;
  const photos = useTray(tray);
  const element = useRef<HTMLFormElement>(null);
  const sending = useSending(element, tray, photos);
  const { isWaiting, obstacle, refusals } = sending;

  const [form, fields] = useForm<Record<ControlName, string>, ListingSubmission>({
    id: elementId,
    lastResult,
    defaultValue: listing ? listingFormValue(listing) : starting,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      // The form waits for photos still being uploaded.
      const { pending, failed } = tray.getSnapshot();
      if (pending + failed > 0 && !formData.has("foto")) formData.append("foto", "a-caminho");
      return parseListingForm(formData);
    },
    onSubmit: sending.hold,
  });

  const conflict = form.errors && refusal?.conflict;
  const photoIds = photos.photos.flatMap(({ id }) => id ?? []).join();
  const saved = useDraftSaver(
    element,
    listing ? null : { id: tray.draftId, continues: draft?.id ?? "" },
    photoIds,
  );
  useLeaveQuestion(() => {
    // The browser is on its way with it (`watchForms`).
    if (element.current?.dataset.sending !== undefined) return false;
    if (photos.pending > 0) return true;
    if (saved) return saved.status?.isBehind ?? false;
    return isTyped || photoIds !== listing?.photos.map(({ id }) => id).join();
  });

  /** Conform revalidates only the control itself, here the checkbox. */
  function revalidateAnswered(target: EventTarget) {
    const question = confirmationNames.find((name) => name === (target as HTMLInputElement).name);
    const field = question && questions[question].field;
    if (field && form.allErrors[field]) form.validate({ name: field });
  }
  useRevalidatedPhotos(photos, Boolean(form.allErrors.foto), () => form.validate({ name: "foto" }));
  const summary = useFocusOnRefusal(refusals, Boolean(lastResult?.error));

  const lead = leadText(props);
  const photoTrouble =
    photos.failed > 0 && refusals > 0 ? failedPhotosText(photos.failed) : undefined;
  return (
    <FormProvider context={form.context}>
      <div className={`wrap ${styles.composer}`}>
        <header>
          <h1>Cadastrar Imovel</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          <InAppNote />
          {draft && saved && !refusal && (
            <DraftNote savedOn={draft.savedOn} onDiscard={saved.stop} />
          )}
          <ErrorSummary
            ref={summary}
            message={form.errors?.[0] ?? photoTrouble ?? obstacle}
            names={fieldNames.filter(
              (name) =>
                form.allErrors[name] ||
                (name === "foto" && photoTrouble) ||
                (conflict?.kind === "check" && conflict.fields.includes(name)),
            )}
          >
            {conflict && <ConflictChoices conflict={conflict} formId={form.id} />}
          </ErrorSummary>
        </header>
        <form
          id={form.id}
          method="post"
          encType="multipart/form-data"
          noValidate
          onSubmit={(event) => sending.send(event, form.onSubmit)}
          onInput={(event) => {
            setIsTyped(true);
            saved?.note();
            revalidateAnswered(event.target);
          }}
          onKeyDown={holdEnter}
          ref={element}
        >
          <HiddenControls
            draftId={tray.draftId}
            version={version}
            isEdit={Boolean(listing)}
            fields={fields}
          />
          <FormSection id="fotos" say="Até 10. A primeira é a capa.">
            <PhotoPicker tray={tray} error={fields.foto.errors?.[0] ?? photoTrouble} />
          </FormSection>
          <ListingFields
            fields={fields as ListingFieldset}
            today={today}
            listingId={listing?.id}
            isCopied={!draft && !refusal && !model && Boolean(starting?.telefone)}
            modelValue={model?.value}
          />
          <div className={styles.publish}>
            <UploadProgress tray={tray} />
            <p className="soft" role="status">
              {photosText(photos, isWaiting) ?? savedText(saved?.status)}
            </p>
            <button
              type="submit"
              className="btn btn--big"
              disabled={isWaiting}
              aria-busy={isWaiting}
            >
              {isWaiting && <LoadingWaves />}
              {isWaiting ? "Aguarde..." : "Salvar"}
            </button>
          </div>
        </form>
      </div>
    </FormProvider>
  );
}

/** Only the button sends so long a form; on the photo picker, Enter chooses files. */
function holdEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target } = event;
  if (key !== "Enter" || !(target instanceof HTMLInputElement) || target.type === "file") return;
  event.preventDefault();
}

/** A tray with the photos that the form has already; after a refusal, those that the server names. */
function createTray({ draftId, listing, draft, reply }: ListingFormProps): PhotoTray {
  const published = listing?.photos ?? [];
  const photos = reply?.photos ?? draft?.photos ?? published;
  return new PhotoTray(reply?.draftId ?? draftId, photos, published);
}

function useRevalidatedPhotos(photos: TraySnapshot, isRefused: boolean, validate: () => void) {
  const count = photos.ready + photos.pending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when photos come or go
  useEffect(() => {
    if (isRefused) validate();
  }, [count]);
}

export interface HiddenControlsProps {
  draftId: string;
  version: number | undefined;
  isEdit: boolean;
  fields: ListingFieldset;
}

/** Hidden fields of the ad's form. */
export function HiddenControls({ draftId, version, isEdit, fields }: HiddenControlsProps) {
  const kept: ControlName[] = isEdit
    ? [shownDaysName]
    : modelNames.filter((name) => fields[name].initialValue);
  return (
    <>
      <input type="hidden" name="rascunho" value={draftId} />
      {version !== undefined && <input type="hidden" name="versao" value={version} />}
      {kept.map((name) => (
        <input
          key={name}
          type="hidden"
          name={name}
          defaultValue={String(fields[name].initialValue ?? "")}
        />
      ))}
    </>
  );
}

export function failedPhotosText(failed: number): string {
  return failed === 1
    ? "Uma foto não chegou. Tente de novo ou remova-a antes de salvar."
    : `${failed} fotos não chegaram. Tente de novo ou remova-as antes de salvar.`;
}

export function photosText({ pending, failed }: TraySnapshot, waiting: boolean) {
  if (pending === 0 && failed === 0) return null;
  const icon = <Icon name="image-plus" />;
  if (pending === 0) {
    return (
      <>
        {icon}
        {failed === 1 ? "1 foto não chegou." : `${failed} fotos não chegaram.`}
      </>
    );
  }
  const count = pending === 1 ? "1 foto ainda a caminho." : `${pending} fotos ainda a caminho.`;
  const them = pending === 1 ? "ela" : "elas";
  return (
    <>
      {icon}
      {count} {waiting ? `Esperando por ${them}.` : `Ao salvar, esperamos por ${them}.`}
    </>
  );
}

/** When a new ad was last saved to the account, or why it wasn't. */
export function savedText(status: DraftStatus | null | undefined) {
  if (!status) return null;
  const { savedAt, isBehind, refusal } = status;
  if (isBehind) {
    return (
      <>
        <Icon name="info" />
        {refusal ?? "Ainda não guardado na sua conta. Tentamos de novo."}
      </>
    );
  }
  if (!savedAt) return null;
  return (
    <>
      <Icon name="check" />
      {`Guardado na sua conta às ${formatClock(savedAt)}.`}
    </>
  );
}
