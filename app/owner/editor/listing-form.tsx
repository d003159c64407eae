import { FormProvider, type SubmissionResult, useForm } from "@conform-to/react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { fieldNames } from "../../listings/fields.ts";
import type { OwnListing } from "../../listings/listing.ts";
import type { Photo } from "../../photos/photo.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import {
  type FormDraft,
  type KeptDraft,
  readDraft,
  updateDraft,
} from "../../ui/forms/form-drafts.ts";
import { PhotoTray } from "../../uploads/photo-tray.ts";
import { PhotoPicker } from "../../uploads/picker/photo-picker.tsx";
import { useTray } from "../../uploads/picker/photo-picker-feedback.ts";
import { UploadProgress } from "../../uploads/picker/upload-progress.tsx";
import type { TraySnapshot } from "../../uploads/tray-photo.ts";
import { deleteServerCopy, useServerCopy } from "./drafts/server-copy.ts";
import { HiddenControls } from "./hidden-controls.tsx";
import {
  draftKeyOf,
  formValueOf,
  openedFields,
  type RecoveredDraft,
  readFields,
  useKeptFields,
  useRecoveredDraft,
} from "./listing-draft.ts";
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
  parseListingForm,
} from "./listing-schema.ts";
import { leadText } from "./model/lead-text.ts";
import type { ListingModel } from "./model/model.server.ts";
import { InAppNote } from "./notes/in-app-note.tsx";
import { RecoveredNote } from "./notes/recovered-note.tsx";
import { failedPhotosText, photosText } from "./photos-text.tsx";
import { useSending, useWarningBeforeUnload } from "./use-sending.ts";

const elementId = "anuncio";

/** Shown if the form didn't reach the site. */
export const notSaved =
  "Não conseguimos salvar agora. O que você escreveu continua aqui: tente de novo.";

export interface ListingFormProps {
  uid: string;
  /** Id for this form's uploads, new on each page load. */
  draftId: string;
  today: string;
  listing?: OwnListing;
  /** What a new ad's form starts with. */
  starting?: ListingFormValue;
  /** The ad that a new one is begun from. */
  model?: ListingModel | null;
  keptDraft?: KeptDraft | null;
  /** Reply to the last submission, unless it was accepted. */
  reply?: RefusedListing | FormOutcome | undefined;
}

export interface RefusedListing {
  draftId: string;
  photos: Photo[];
  version: number;
  conflict?: Conflict | undefined;
  lastResult: SubmissionResult<string[]>;
}

/** Publishes or edits (spec §2, §3). Typed values survive leaving the page. */
export function ListingForm(props: ListingFormProps) {
  const { reply, ...opened } = props;
  const { revalidate } = useRevalidator();
  const [restarts, setRestarts] = useState({
    count: 0,
    before: null as ListingFormProps | null,
    discarded: null as FormDraft | null,
  });
  const { count, before, discarded } = restarts;
  // A discarded form stays until the current listing has been loaded.
  const isLoaded = opened.draftId !== before?.draftId;
  const shown = isLoaded && reply === before?.reply ? undefined : reply;
  return (
    <DraftedForm
      key={isLoaded ? count : count - 1}
      {...opened}
      refusal={shown && "lastResult" in shown ? shown : undefined}
      failure={shown && "message" in shown ? shown : undefined}
      isRestarted={isLoaded && before !== null}
      onDiscard={(left) => {
        setRestarts({ count: count + 1, before: props, discarded: left });
        void revalidate();
      }}
      onUndo={
        discarded &&
        (() => {
          updateDraft(draftKeyOf(props.uid, props), discarded);
          setRestarts({ count: count + 1, before: null, discarded: null });
        })
      }
    />
  );
}

interface DraftedFormProps extends Omit<ListingFormProps, "reply"> {
  refusal: RefusedListing | undefined;
  failure: FormOutcome | undefined;
  isRestarted: boolean;
  onDiscard: (left: FormDraft | null) => void;
  onUndo: (() => void) | null;
}

function DraftedForm(props: DraftedFormProps) {
  const { uid, draftId, listing, starting, keptDraft, refusal, isRestarted, onDiscard } = props;
  const [tray] = useState(() => createTray(props));
  const focused = useRef<string | null>(null);
  const [isDiscarded, setIsDiscarded] = useState(false);
  const recovered = useRecoveredDraft({
    uid,
    listing,
    starting,
    isReturned: Boolean(refusal),
    keptDraft: isRestarted ? null : keptDraft,
    readForm() {
      const form = document.getElementById(elementId);
      return form instanceof HTMLFormElement ? readFields(form) : {};
    },
    onRecover(found) {
      focused.current = document.activeElement?.id ?? null;
      tray.recall(found);
    },
  });
  const { memory, draft: left } = recovered;
  const isRecovered = left !== null;
  // The recovered form replaces one that may have been filled in already.
  useLayoutEffect(() => {
    const id = isRecovered && focused.current;
    if (id) document.getElementById(id)?.focus({ preventScroll: true });
  }, [isRecovered]);
  return (
    <FormBody
      key={isRecovered ? "recovered" : "opened"}
      {...props}
      tray={tray}
      // A form about to be restarted must not be stored again.
      recovered={isDiscarded ? { ...recovered, memory: null } : recovered}
      onDiscard={() => {
        setIsDiscarded(true);
        const discarded = (memory && readDraft(memory)) || left;
        tray.restart(draftId);
        if (memory && left) {
          updateDraft(memory, { id: left.id, fields: undefined, photos: undefined });
          if (!listing) deleteServerCopy(left.id);
        }
        onDiscard(discarded);
      }}
    />
  );
}

interface FormBodyProps extends DraftedFormProps {
  tray: PhotoTray;
  recovered: RecoveredDraft;
}

function FormBody(props: FormBodyProps) {
  const {
    today,
    listing,
    starting,
    model,
    refusal,
    failure,
    tray,
    recovered,
    isRestarted,
    onDiscard,
    onUndo,
  } = props;
  const [isChanged, setIsChanged] = useState(false);
  const { memory, draft, isChangedElsewhere } = recovered;
  const lastResult = refusal?.lastResult;
  const version = refusal?.version || draft?.version || listing?.version;
  const photos = useTray(tray);
  const element = useRef<HTMLFormElement>(null);
  const sending = useSending(element, tray, photos);
  const { isBusy, refusals } = sending;

  const [form, fields] = useForm<Record<ControlName, string>, ListingSubmission>({
    id: elementId,
    lastResult,
    defaultValue: formValueOf(draft?.fields ?? openedFields(props)),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      // The form waits for photos still being uploaded.
      const { pending, failed } = tray.getSnapshot();
      if (pending + failed > 0 && !formData.has("foto")) formData.append("foto", "a-caminho");
      return parseListingForm(formData);
    },
    onSubmit: sending.holdForPhotos,
  });

  const conflict = form.errors && refusal?.conflict;
  const keepFields = useKeptFields(memory, props);
  const copyToServer = useServerCopy(listing ? null : memory);

  function remember() {
    if (!memory || !element.current) return;
    keepFields(readFields(element.current), { id: tray.draftId, version });
    if (!listing) copyToServer(tray.draftId);
  }
  /** Conform revalidates only the control itself, here the checkbox. */
  function revalidateAnswered(target: EventTarget) {
    const question = confirmationNames.find((name) => name === (target as HTMLInputElement).name);
    const field = question && questions[question].field;
    if (field && form.allErrors[field]) form.validate({ name: field });
  }
  useEffect(() => tray.keepIn(memory), [tray, memory]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever more than a field has changed
  useEffect(remember, [memory, photos]);

  useWarningBeforeUnload(photos.pending > 0);

  useRevalidatedPhotos(photos, Boolean(form.allErrors.foto), () => form.validate({ name: "foto" }));
  const summary = useFocusOnRefusal(refusals, lastResult?.error ? lastResult : failure);

  const photoTrouble =
    photos.failed > 0 && refusals > 0 ? failedPhotosText(photos.failed) : undefined;
  return (
    <FormProvider context={form.context}>
      <div className={`wrap ${styles.composer}`}>
        <header>
          <h1>Cadastrar Imovel</h1>
          <p className={styles.lead}>{leadText(props)}</p>
          <InAppNote />
          <RecoveredNote
            origin={listing ? "listing" : model ? "model" : "blank"}
            isRecovered={draft !== null}
            isRestarted={isRestarted}
            isChangedElsewhere={isChangedElsewhere}
            changedListing={draft && listing && version !== listing.version ? listing.id : null}
            onDiscard={() => onDiscard(null)}
            onUndo={isChanged ? null : onUndo}
          />
          <ErrorSummary
            ref={summary}
            message={form.errors?.[0] ?? photoTrouble}
            failure={failure}
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
        <Form
          id={form.id}
          method="post"
          encType="multipart/form-data"
          noValidate
          onSubmit={(event) => sending.send(event, form.onSubmit)}
          onInput={(event) => {
            setIsChanged(true);
            remember();
            revalidateAnswered(event.target);
          }}
          onKeyDown={holdEnter}
          ref={element}
        >
          <HiddenControls
            draftId={tray.draftId}
            version={version}
            isDrafted={memory !== null}
            isEdit={Boolean(listing)}
            fields={fields}
          />
          <FormSection
            id="fotos"
            say="Até 10. A primeira é a capa; para mudar a ordem, segure e arraste. O envio começa assim que você escolhe; pode ir preenchendo o resto."
          >
            <PhotoPicker tray={tray} error={fields.foto.errors?.[0] ?? photoTrouble} />
          </FormSection>
          <ListingFields
            fields={fields as ListingFieldset}
            today={today}
            isEdit={Boolean(listing)}
            isCopied={!draft && !refusal && !model && Boolean(starting?.telefone)}
            modelValue={model ? starting : undefined}
          />
          <div className={styles.publish}>
            <UploadProgress tray={tray} />
            <p className="soft" role="status">
              {photosText(photos, sending.isWaiting)}
            </p>
            <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isBusy}>
              {isBusy && <LoadingWaves />}
              {isBusy ? "Aguarde..." : "Salvar"}
            </button>
          </div>
        </Form>
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

/** A tray with the listing's photos or, after a refusal, those that the server names. */
function createTray({ draftId, listing, refusal }: DraftedFormProps): PhotoTray {
  const published = listing?.photos ?? [];
  return new PhotoTray(refusal?.draftId ?? draftId, refusal?.photos ?? published, published);
}

function useRevalidatedPhotos(photos: TraySnapshot, isRefused: boolean, validate: () => void) {
  const count = photos.ready + photos.pending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when photos come or go
  useEffect(() => {
    if (isRefused) validate();
  }, [count]);
}
