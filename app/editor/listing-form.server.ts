import { data, type RouterContextProvider } from "react-router";
import type { CurrentUser } from "../accounts/current-user.ts";
import { isUuid } from "../db/uuid.ts";
import type { ListingInput } from "../listings/listing.ts";
import { maxPhotoBytes } from "../photos/photo.ts";
import { listOwnPhotos } from "../photos/photos.server.ts";
import { readFormWithFiles } from "../site/read-form.server.ts";
import { siteContext } from "../site/site.server.ts";
import { createFormPhotos } from "../uploads/form-photos.server.ts";
import type { RefusedListing } from "./listing-form.tsx";
import { parseListingForm } from "./listing-schema.ts";

type Refusal = ReturnType<typeof data<RefusedListing>>;

/** A valid or refused form of a listing, with everything typed. */
export type ReadForm =
  | {
      ok: true;
      input: ListingInput;
      photoIds: string[];
      /** Identifies the form's uploads and its draft in the browser. */
      draft: string;
      /** The version being edited; 0, which no listing has, if missing. */
      version: number;
      refuse: (message: string) => Promise<Refusal>;
    }
  | { ok: false; refusal: Refusal };

/** Files sent by a browser without script are stored while the form is read. */
export async function readListingForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  user: CurrentUser,
): Promise<ReadForm> {
  const { db } = context.get(siteContext);
  const sent = createFormPhotos(context, user);
  const formData = await readFormWithFiles(request, {
    // One more byte shows that the photo is too large.
    maxBytes: maxPhotoBytes + 1,
    async take({ field, filename, bytes }, fieldsBefore) {
      // Browsers send an empty file field as a file without a name.
      if (field !== "images" || bytes.length === 0) return;
      await sent.take(filename, bytes, readDraft(fieldsBefore));
    },
  }).catch(async (error) => {
    await sent.removeAll();
    throw error;
  });
  const draft = readDraft(formData);
  for (const id of sent.ids) formData.append("foto", id);
  const submission = parseListingForm(formData);

  async function refuse(
    reply: Parameters<typeof submission.reply>[0] = {},
    status = 400,
  ): Promise<Refusal> {
    const ids = formData.getAll("foto").map(String);
    const photos = await listOwnPhotos(db, user.uid, ids);
    const lastResult = submission.reply(reply);
    return data({ draft, photos, version: readVersion(formData), lastResult }, { status });
  }

  if (sent.refusal) {
    const { message, status } = sent.refusal;
    const reply = { formErrors: [message], fieldErrors: { foto: [message] } };
    return { ok: false, refusal: await refuse(reply, status) };
  }
  if (submission.status !== "success") return { ok: false, refusal: await refuse() };
  const { input, photoIds } = submission.value;
  return {
    ok: true,
    input,
    photoIds,
    draft,
    version: readVersion(formData),
    refuse: (message) => refuse({ formErrors: [message] }),
  };
}

function readDraft(formData: FormData): string {
  const draft = formData.get("rascunho");
  return typeof draft === "string" && isUuid(draft) ? draft : crypto.randomUUID();
}

function readVersion(formData: FormData): number {
  const version = formData.get("versao");
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}
