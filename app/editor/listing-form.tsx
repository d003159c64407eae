import { FormProvider, type SubmissionResult, useForm } from "@conform-to/react";
import {
  type FormEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { data, Form, isRouteErrorResponse, useNavigation } from "react-router";
import { type FieldName, fieldNames, listingFields } from "../listings/fields.ts";
import type { Listing } from "../listings/listing.ts";
import type { Photo } from "../photos/photo.ts";
import { Drops } from "../ui/feedback/notice.tsx";
import { isValidationRequest } from "../ui/forms/parse-form.ts";
import { Icon } from "../ui/icon.tsx";
import { PhotoPicker, useTray } from "../uploads/photo-picker.tsx";
import { PhotoTray, type TraySnapshot } from "../uploads/photo-tray.ts";
import { ListingFields, type ListingFieldset, Part } from "./listing-fields.tsx";
import { ListingFormIndex } from "./listing-form-index.tsx";
import { type ListingSubmission, listingFormValue, parseListingForm } from "./listing-schema.ts";
import "./listing-form.css";

const formId = "anuncio";

export interface ListingFormProps {
  /** Names the uploads of this form (a UUID). */
  draft: string;
  /** The region's today. */
  today: string;
  /** The listing to change; none for a new one. */
  listing?: Listing;
  /** The version of the listing that is changed. */
  version?: number;
  /** What the server refused. */
  lastResult?: SubmissionResult<string[]> | null;
  /** Why the form could not be sent, where it never was judged. */
  failure?: SendFailure;
  /** Photos the server took in with a form it then refused. */
  storedPhotos?: Photo[];
}

/** The form of a listing, to publish or to change it (spec §2, §3). */
export function ListingForm(props: ListingFormProps) {
  const { today, listing, version, lastResult, failure } = props;
  const [tray] = useState(() => createTray(props));
  const photos = useTray(tray);
  const [waiting, setWaiting] = useState(false);
  const [refused, setRefused] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isBusy = waiting || navigation.formMethod === "POST";
  /** Known at once, where the navigation's state takes a moment: a double tap must not publish twice. */
  const isSent = useRef(false);
  useEffect(() => {
    if (navigation.state === "idle") isSent.current = false;
  }, [navigation.state]);

  const [form, fields] = useForm<Record<FieldName, string>, ListingSubmission>({
    id: formId,
    lastResult,
    defaultValue: listing ? listingFormValue(listing) : undefined,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      // A photo on its way counts: the form waits for it before it is sent.
      const { pending, failed } = tray.getSnapshot();
      if (pending + failed > 0 && !formData.has("foto")) formData.append("foto", "a-caminho");
      return parseListingForm(formData);
    },
    onSubmit(event) {
      const { pending, failed } = tray.getSnapshot();
      if (failed === 0 && pending === 0) return;
      event.preventDefault();
      if (failed > 0) {
        setRefused((count) => count + 1);
      } else {
        tray.resumeAll();
        setWaiting(true);
      }
    },
  });

  function send(event: FormEvent<HTMLFormElement>) {
    const isValidation = isValidationRequest(event.nativeEvent as SubmitEvent);
    if ((isBusy || isSent.current) && !isValidation) {
      event.preventDefault();
      return;
    }
    form.onSubmit(event);
    if (isValidation) return;
    if (event.defaultPrevented) setRefused((count) => count + 1);
    else isSent.current = true;
  }

  useEffect(() => {
    if (!waiting || photos.pending > 0) return;
    setWaiting(false);
    // After the paint that lets the form go again.
    requestAnimationFrame(() => element.current?.requestSubmit());
  }, [waiting, photos.pending]);

  useRevalidatedPhotos(photos, Boolean(form.allErrors.foto), () => form.validate({ name: "foto" }));
  const summary = useFocusOnRefusal(refused, lastResult?.error ? lastResult : failure);

  const photoTrouble =
    photos.failed > 0 && refused > 0 ? failedPhotosText(photos.failed) : undefined;
  return (
    <FormProvider context={form.context}>
      <div className="wrap composer">
        <header>
          <h1>Cadastrar Imovel</h1>
          <p className="lead">
            {listing
              ? "Mude o que precisar. Quem visita vê o anúncio como está até você salvar."
              : "Dez minutos e as fotos da sua galeria. O que está marcado como opcional pode ficar para depois."}
          </p>
          <Summary
            ref={summary}
            message={form.errors?.[0] ?? photoTrouble ?? failure?.failure}
            names={fieldNames.filter(
              (name) => form.allErrors[name] || (name === "foto" && photoTrouble),
            )}
          />
        </header>
        <ListingFormIndex
          formId={formId}
          hasPhotos={photos.ready > 0}
          hasFailedPhotos={Boolean(photoTrouble)}
        />
        <Form
          id={form.id}
          method="post"
          encType="multipart/form-data"
          noValidate
          onSubmit={send}
          ref={element}
        >
          <input type="hidden" name="rascunho" value={tray.draft} />
          {version !== undefined && <input type="hidden" name="versao" value={version} />}
          <Part
            id="fotos"
            say="Até 10. A primeira é a capa; para mudar a ordem, segure e arraste. O envio começa assim que você escolhe; pode ir preenchendo o resto."
          >
            <PhotoPicker tray={tray} error={fields.foto.errors?.[0] ?? photoTrouble} />
          </Part>
          <ListingFields fields={fields as ListingFieldset} today={today} />
          <div className="pub">
            <p className="soft" role="status">
              {photosText(photos, waiting)}
            </p>
            <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isBusy}>
              {isBusy && <Drops />}
              {isBusy ? "Aguarde..." : "Salvar"}
            </button>
          </div>
        </Form>
      </div>
    </FormProvider>
  );
}

/** The photos of this form; those of a form that came back are the server's to name. */
function createTray({ draft, listing, storedPhotos }: ListingFormProps): PhotoTray {
  const published = listing?.photos;
  const memory = listing?.id ?? "novo";
  return storedPhotos
    ? new PhotoTray(draft, storedPhotos, { published })
    : new PhotoTray(draft, published ?? [], { published, memory });
}

/** A form that did not reach the server, or for which the server failed. */
interface SendFailure {
  failure: string;
}

/**
 * Sends the form, for a route's `clientAction`. Trouble on the way is told in the form, with all
 * that was typed; redirects and refusals take their course.
 */
export async function sendKeepingForm<Answer>(send: () => Promise<Answer>) {
  try {
    return await send();
  } catch (error) {
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    const failure: SendFailure = {
      failure: "Não conseguimos salvar agora. O que você escreveu continua aqui: tente de novo.",
    };
    // The status keeps the page from being loaded again, which would fail like the form.
    return data(failure, { status: 503 });
  }
}

interface SummaryProps {
  ref: RefObject<HTMLDivElement | null>;
  message?: string;
  names: FieldName[];
}

/** What is wrong with the form as a whole, with the way to each field. */
function Summary({ ref, message, names }: SummaryProps) {
  if (!message) return null;
  return (
    <div className="note note--earth" role="alert" tabIndex={-1} ref={ref}>
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
  field.focus({ preventScroll: true });
  (field.closest(".field, .add") ?? field).scrollIntoView({ block: "center" });
}

/** After a refusal the keyboard and the screen reader stand at what is wrong. */
function useFocusOnRefusal(
  refused: number,
  refusal: object | null | undefined,
): RefObject<HTMLDivElement | null> {
  const summary = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    isWanted.current = refused > 0 || Boolean(refusal);
  }, [refused, refusal]);
  // What is wrong may come onto the page a moment after the refusal.
  useEffect(() => {
    if (!isWanted.current || !summary.current) return;
    isWanted.current = false;
    summary.current.focus({ preventScroll: true });
    summary.current.scrollIntoView({ block: "center" });
  });
  return summary;
}

/** A refusal for want of photos ends as soon as there are some. */
function useRevalidatedPhotos(photos: TraySnapshot, isRefused: boolean, validate: () => void) {
  const count = photos.ready + photos.pending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when photos come or go
  useEffect(() => {
    if (isRefused) validate();
  }, [count]);
}

function failedPhotosText(failed: number): string {
  return failed === 1
    ? "Uma foto não chegou. Tente de novo ou remova-a antes de salvar."
    : `${failed} fotos não chegaram. Tente de novo ou remova-as antes de salvar.`;
}

/** What the publishing bar says of the photos. */
function photosText({ pending, failed }: TraySnapshot, waiting: boolean) {
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
