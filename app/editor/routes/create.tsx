import { checkQuota } from "../../accounts/quota.server.ts";
import type { QuotaRefusal } from "../../accounts/quota.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { readListingForm } from "../listing-form.server.ts";
import { ListingForm } from "../listing-form.tsx";
import { sendKeepingForm } from "../listing-send.ts";
import type { Route } from "./+types/create.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const user = requireUser(context);
  const quota = await checkQuota(db, user.uid);
  if (!quota.ok) throw await redirectByQuota(quota);
  return { uid: user.uid, draft: crypto.randomUUID(), today: today() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const form = await readListingForm(context, request, user);
  if (!form.ok) return form.refusal;
  const published = await createListing(db, user, form.input, form.photoIds);
  if (published.ok) {
    const text = "Anúncio publicado!";
    return redirectWithFlash("/", { kind: "success", text, endedDraft: form.draft });
  }
  return "destination" in published ? redirectByQuota(published) : form.refuse(published.message);
}

function redirectByQuota({ destination, message }: QuotaRefusal) {
  return redirectWithFlash(destination, { kind: "error", text: message });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendKeepingForm(serverAction);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Cadastrar Imovel");
}

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListingForm
      uid={loaderData.uid}
      draft={loaderData.draft}
      today={loaderData.today}
      refusal={actionData && "lastResult" in actionData ? actionData : undefined}
      failure={actionData && "failure" in actionData ? actionData : undefined}
    />
  );
}
