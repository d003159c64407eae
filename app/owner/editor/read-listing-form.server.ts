import { data, type RouterContextProvider } from "react-router";
import { losesCheckName } from "../../domain/listings/checks/lose-check.tsx";
import type { ListingInput } from "../../domain/listings/listing.ts";
import {
  describeLeftOut,
  maxPhotoBytes,
  maxPhotosPerListing,
  photoTooLargeMessage,
  uploadFailure,
} from "../../domain/photos/photo.ts";
import { listOwnPhotos } from "../../domain/photos/photos.server.ts";
import { photoStoreContext } from "../../domain/photos/store.server.ts";
import { cancelUpload, takePhoto } from "../../domain/photos/uploads/uploads.server.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { readPhone } from "../../platform/ui/forms/read-phone.server.ts";
import { readFormWithFiles } from "../../platform/web/forms/read-form.server.ts";
import { logFailure } from "../../platform/web/outage.server.ts";
import { limitsContext } from "../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import type { RefusedListing } from "./listing-form.tsx";
import { type Conflict, overrideName } from "./listing-form-summary.tsx";
import { answeredByPublishing } from "./listing-questions.ts";
import { listingSchema, parseListingForm } from "./listing-schema.ts";

const schema = listingSchema(readPhone);

type FormReply = ReturnType<typeof data<RefusedListing>>;

export type ReadForm =
  | {
      ok: true;
      input: ListingInput;
      photoIds: string[];
      shownDays: string[];
      modelId: string;
      draftId: string;
      /** Version of the form; 0, which no listing has, if missing. */
      version: number;
      /** The sender accepts that the listing's check ends. */
      losesCheck: boolean;
      refuse: (refusal: Refusal, conflict?: Conflict) => Promise<FormReply>;
    }
  | { ok: false; reply: FormReply };

/** Stores files sent by a browser without script while reading the form of a new ad or of an edit. */
export async function readListingForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  uid: string,
  { isEdit = false } = {},
): Promise<ReadForm> {
  const { db } = context.get(siteContext);
  const sent = createFormPhotos(context, uid);
  const formData = await readFormWithFiles(request, {
    // One more byte shows that the photo is too large.
    maxBytes: maxPhotoBytes + 1,
    async take({ field, filename, bytes }, fieldsBefore) {
      // Browsers send an empty file field as a file without a name.
      if (field !== "images" || bytes.length === 0) return;
      await sent.take(filename, bytes, readDraftId(fieldsBefore));
    },
  }).catch(async (error) => {
    await sent.removeAll();
    throw error;
  });
  const draftId = readDraftId(formData);
  // `images` is the file field of browsers without script, `foto` the ids of stored photos.
  for (const id of sent.ids) formData.append("foto", id);
  if (isEdit) for (const name of answeredByPublishing) formData.set(name, "on");
  const submission = parseListingForm(formData, schema);

  async function reply(
    errors: Parameters<typeof submission.reply>[0] = {},
    status = 400,
    conflict?: Conflict,
  ): Promise<FormReply> {
    const ids = formData.getAll("foto").map(String);
    const photos = await listOwnPhotos(db, uid, ids);
    const lastResult = submission.reply(errors);
    const version = readVersion(formData);
    return data({ draftId, photos, version, conflict, lastResult }, { status });
  }

  if (sent.problem) {
    const { message, status } = sent.problem;
    const errors = { formErrors: [message], fieldErrors: { foto: [message] } };
    return { ok: false, reply: await reply(errors, status) };
  }
  if (submission.status !== "success") return { ok: false, reply: await reply() };
  return {
    ok: true,
    ...submission.value,
    draftId,
    version: readVersion(formData),
    losesCheck: formData.has(losesCheckName),
    refuse: ({ message, status }, conflict) => reply({ formErrors: [message] }, status, conflict),
  };
}

interface FormPhotos {
  ids: string[];
  problem: Refusal | null;
  take: (filename: string, bytes: Uint8Array, draftId: string) => Promise<void>;
  removeAll: () => Promise<void>;
}

/** Stores the photos up to the limit, or none: one that is refused removes those before it. */
function createFormPhotos(context: Readonly<RouterContextProvider>, uid: string): FormPhotos {
  const { db, log } = context.get(siteContext);
  const photoStore = context.get(photoStoreContext);
  const intake = { db, photoStore, ...context.get(limitsContext) };
  /** The form may break off while a photo is being stored. */
  let storing: Promise<unknown> = Promise.resolve();
  /** Names of the photos beyond the limit; those before them stay. */
  const leftOut: string[] = [];
  const photos: FormPhotos = { ids: [], problem: null, take, removeAll };

  async function take(filename: string, bytes: Uint8Array, draftId: string): Promise<void> {
    if (photos.problem && leftOut.length === 0) return;
    if (photos.ids.length >= maxPhotosPerListing) {
      leftOut.push(filename);
      photos.problem = refuse("too-many-photos", describeLeftOut(leftOut));
      return;
    }
    if (bytes.length > maxPhotoBytes) {
      return removeFor(refuse("too-large", photoTooLargeMessage));
    }
    const taking = takePhoto(intake, { uid, draftId, filename, bytes });
    storing = taking.then(
      (taken) => taken.ok && photos.ids.push(taken.photo.id),
      () => undefined,
    );
    try {
      const taken = await taking;
      await storing;
      if (!taken.ok) await removeFor(taken);
    } catch (error) {
      logFailure(log, error, "photo not stored");
      await removeFor(refuse("failed", uploadFailure, { status: 503 }));
    }
  }

  async function removeFor(problem: Refusal): Promise<void> {
    photos.problem = problem;
    await removeAll();
  }

  async function removeAll(): Promise<void> {
    await storing;
    for (const id of photos.ids.splice(0)) await cancelUpload(db, photoStore, uid, id);
  }

  return photos;
}

function readDraftId(formData: FormData): string {
  const id = formData.get("rascunho");
  return typeof id === "string" && isUuid(id) ? id : crypto.randomUUID();
}

/** The version the form was opened with, or a newer one that its sender chose to replace. */
function readVersion(formData: FormData): number {
  const version = formData.get(overrideName) ?? formData.get("versao");
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}
