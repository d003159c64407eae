import { data } from "react-router";
import { checkQuota } from "../../accounts/quota.server.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { dbContext } from "../../db/client.server.ts";
import { takeFormPhotos } from "../../photos/form-photos.server.ts";
import { listStoredPhotos } from "../../photos/stored-photos.server.ts";
import { redirectWithFlash } from "../../ui/flash.server.ts";
import { today } from "../civil-date.ts";
import { ListingForm } from "../listing-form.tsx";
import { parseListingForm } from "../listing-schema.ts";
import { createListing } from "../listings.server.ts";
import type { Route } from "./+types/create.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context);
  const quota = await checkQuota(context.get(dbContext), user.uid);
  if (!quota.ok) {
    throw redirectWithFlash(quota.destination, { kind: "error", text: quota.message });
  }
  return { draft: crypto.randomUUID(), today: today() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const db = context.get(dbContext);
  const formData = await request.formData();
  const draft = readDraft(formData);
  const taken = await takeFormPhotos(context, user, draft, chosenFiles(formData));
  if (taken.ok) for (const id of taken.ids) formData.append("foto", id);
  const submission = parseListingForm(formData);

  async function refuse(reply: Parameters<typeof submission.reply>[0] = {}) {
    const photos = await listStoredPhotos(db, user.uid, formData.getAll("foto").map(String));
    return data({ draft, photos, lastResult: submission.reply(reply) }, { status: 400 });
  }

  if (!taken.ok) {
    return refuse({ formErrors: [taken.message], fieldErrors: { foto: [taken.message] } });
  }
  if (submission.status !== "success") return refuse();
  const { input, photoIds } = submission.value;
  const published = await createListing(db, user, input, photoIds);
  if (published.ok) {
    return redirectWithFlash("/", { kind: "success", text: "Anúncio publicado!" });
  }
  const quota = await checkQuota(db, user.uid);
  if (!quota.ok) {
    return redirectWithFlash(quota.destination, { kind: "error", text: quota.message });
  }
  return refuse({ formErrors: [published.message] });
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Cadastrar Imovel · Mar de Minas" }, { name: "robots", content: "noindex" }];
}

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListingForm
      draft={actionData?.draft ?? loaderData.draft}
      today={loaderData.today}
      lastResult={actionData?.lastResult}
      storedPhotos={actionData?.photos}
    />
  );
}

/** The form's name for its uploads; a new one where it sent none. */
function readDraft(formData: FormData): string {
  const draft = formData.get("rascunho");
  const isUuid =
    typeof draft === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(draft);
  return isUuid ? draft : crypto.randomUUID();
}

/** The files a form without script sent; an empty file field sends one without a name. */
function chosenFiles(formData: FormData): File[] {
  return formData
    .getAll("images")
    .filter((entry): entry is File => entry instanceof File && entry.size > 0);
}
