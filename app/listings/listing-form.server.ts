import { data, type RouterContextProvider } from "react-router";
import type { CurrentUser } from "../accounts/session.server.ts";
import { dbContext } from "../db/client.server.ts";
import { isUuid } from "../db/uuid.ts";
import { takeFormPhotos } from "../photos/form-photos.server.ts";
import { listStoredPhotos } from "../photos/stored-photos.server.ts";
import { readForm } from "../ui/read-form.server.ts";
import type { ListingInput } from "./listing.ts";
import type { RefusedListing } from "./listing-form.tsx";
import { parseListingForm } from "./listing-schema.ts";

type Refusal = ReturnType<typeof data<RefusedListing>>;

/** A form of a listing as it came in: checked, or refused, with all that was typed. */
export type ReadForm =
  | {
      ok: true;
      input: ListingInput;
      photoIds: string[];
      /** The form's name for its uploads, and for the draft in the browser. */
      draft: string;
      /** The version of the listing it changes; 0, which none has, where it names none. */
      version: number;
      /** Refuses it after all, with a sentence for the whole form. */
      refuse: (message: string) => Promise<Refusal>;
    }
  | { ok: false; refusal: Refusal };

/**
 * Reads the form of a listing, for publishing and for changing one. Files that a browser without
 * script sent along are taken in first.
 */
export async function readListingForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  user: CurrentUser,
): Promise<ReadForm> {
  const formData = await readForm(request);
  const draft = readDraft(formData);
  const taken = await takeFormPhotos(context, user, draft, chosenFiles(formData));
  if (taken.ok) for (const id of taken.ids) formData.append("foto", id);
  const submission = parseListingForm(formData);

  async function refuse(
    reply: Parameters<typeof submission.reply>[0] = {},
    status = 400,
  ): Promise<Refusal> {
    const ids = formData.getAll("foto").map(String);
    const photos = await listStoredPhotos(context.get(dbContext), user.uid, ids);
    const lastResult = submission.reply(reply);
    return data({ draft, photos, version: readVersion(formData), lastResult }, { status });
  }

  if (!taken.ok) {
    const { message, status } = taken;
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

/** The form's name for its uploads; a new one where it sent none. */
function readDraft(formData: FormData): string {
  const draft = formData.get("rascunho");
  return typeof draft === "string" && isUuid(draft) ? draft : crypto.randomUUID();
}

function readVersion(formData: FormData): number {
  const version = formData.get("versao");
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

/** The files a form without script sent; an empty file field sends one without a name. */
function chosenFiles(formData: FormData): File[] {
  return formData
    .getAll("images")
    .filter((entry): entry is File => entry instanceof File && entry.size > 0);
}
