import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { findAccount } from "../../accounts/account.server.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { listOwnListings } from "../../listings/listings.server.ts";
import { photoStoreContext } from "../../photos/store.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { sendForm } from "../../ui/forms/send-form.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { Dashboard } from "../dashboard.tsx";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const [account, listings] = await Promise.all([
    findAccount(db, user.uid),
    listOwnListings(db, user.uid),
  ]);
  return { account, day: today(), listings };
}

/** Deletes a listing after confirmation (spec §9). */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const formData = await readForm(request);
  const id = String(formData.get("id") ?? "");
  if (formData.get("confirmado") !== "sim") {
    return redirect(`/dashboard?${new URLSearchParams({ excluir: id })}`);
  }
  const store = context.get(photoStoreContext);
  const { db, log } = context.get(siteContext);
  const result = await deleteListing(db, store, user.uid, id);
  if (result.ok) return { ok: true, messages: result.messages };
  if (result.reason === "images") {
    log.error({ err: result.cause }, "object store failed");
  }
  const status = result.reason === "not-found" ? 404 : 503;
  return data({ ok: false, messages: [result.message] }, { status });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const message = "Erro ao excluir o anúncio: confira a internet e tente de novo.";
  return sendForm(serverAction, { ok: false, messages: [message] });
}

/** Even if the listing did not exist: the list is out of date. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 404 || defaultShouldRevalidate;
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Meus Anúncios");
}

export default function DashboardRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <Dashboard {...loaderData} outcome={actionData} />;
}
