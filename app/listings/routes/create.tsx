import { checkQuota } from "../../accounts/quota.server.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { dbContext } from "../../db/client.server.ts";
import { redirectWithFlash } from "../../ui/flash.server.ts";
import { privatePageMeta } from "../../ui/page-meta.ts";
import { today } from "../civil-date.ts";
import { readListingForm } from "../listing-form.server.ts";
import { ListingForm } from "../listing-form.tsx";
import { sendKeepingForm } from "../listing-send.ts";
import { createListing } from "../publishing.server.ts";
import type { Route } from "./+types/create.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context);
  const quota = await checkQuota(context.get(dbContext), user.uid);
  if (!quota.ok) {
    throw redirectWithFlash(quota.destination, { kind: "error", text: quota.message });
  }
  return { uid: user.uid, draft: crypto.randomUUID(), today: today() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const db = context.get(dbContext);
  const form = await readListingForm(context, request, user);
  if (!form.ok) return form.refusal;
  const published = await createListing(db, user, form.input, form.photoIds);
  if (published.ok) {
    const text = "Anúncio publicado!";
    return redirectWithFlash("/", { kind: "success", text, endedDraft: form.draft });
  }
  const quota = await checkQuota(db, user.uid);
  if (!quota.ok) {
    return redirectWithFlash(quota.destination, { kind: "error", text: quota.message });
  }
  return form.refuse(published.message);
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
