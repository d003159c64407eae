import {
  data,
  type RouterContextProvider,
  redirect,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { findAccount } from "../../../accounts/account.server.ts";
import { requireUser } from "../../../accounts/session.server.ts";
import { today } from "../../../calendar/civil-date.ts";
import { deleteListing } from "../../../listings/deletion.server.ts";
import { findWaitingDraft } from "../../../listings/drafts/listing-drafts.server.ts";
import { setPaused } from "../../../listings/pause.server.ts";
import { photoStoreContext } from "../../../photos/store.server.ts";
import { readForm } from "../../../site/read-form.server.ts";
import { siteContext } from "../../../site/site.server.ts";
import { sendForm } from "../../../ui/forms/send-form.ts";
import { privatePageMeta } from "../../../ui/shell/page-meta.ts";
import { findNumbersOff, setNumbersOff } from "../../../visits/month-letters.server.ts";
import { Dashboard } from "../dashboard.tsx";
import { listMeasuredListings } from "../measured-listings.server.ts";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const day = today();
  const [account, listings, draft, numbersOff] = await Promise.all([
    findAccount(db, user.uid),
    listMeasuredListings(db, user.uid, day),
    findWaitingDraft(db, user.uid),
    findNumbersOff(db, user.uid),
  ]);
  return { account, listings, draft, numbersOff, today: day };
}

/** Deletes only after confirmation (spec §9). */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const formData = await readForm(request);
  const paused = formData.get("pausar");
  const shown = formData.get("mostrar");
  if (typeof paused === "string") return pause(context, user.uid, paused, true);
  if (typeof shown === "string") return pause(context, user.uid, shown, false);
  const numbers = formData.get("numeros");
  if (numbers !== null) {
    await setNumbersOff(context.get(siteContext).db, user.uid, numbers === "desligar");
    return { ok: true, messages: ["Pronto, guardamos a sua escolha."] };
  }
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

async function pause(
  context: Readonly<RouterContextProvider>,
  uid: string,
  id: string,
  isPaused: boolean,
) {
  const result = await setPaused(context.get(siteContext).db, uid, id, isPaused);
  if (!result.ok) {
    const status = result.reason === "not-found" ? 404 : 409;
    return data({ ok: false, messages: [result.message] }, { status });
  }
  const message = isPaused
    ? "Anúncio em pausa: ninguém mais o vê."
    : "O anúncio está no ar de novo.";
  return { ok: true, messages: [message] };
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const deletes = (await request.clone().formData()).has("id");
  const what = deletes ? "Erro ao excluir o anúncio" : "Não conseguimos mudar o anúncio";
  const message = `${what}: confira a internet e tente de novo.`;
  return sendForm(serverAction, { ok: false, messages: [message] });
}

/** Reads the list again even if the listing did not exist: the list is out of date. */
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
