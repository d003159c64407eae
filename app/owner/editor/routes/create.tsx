import { data, isRouteErrorResponse, redirect } from "react-router";
import { findAccount, type QuotaRefusal, refuseByQuota } from "../../../accounts/account.server.ts";
import { requireUser } from "../../../accounts/session.server.ts";
import { today } from "../../../calendar/civil-date.ts";
import type { PageHandle } from "../../../delivery/public-page.ts";
import { draftDays } from "../../../listings/drafts/draft-days.ts";
import { findDraft, findWaitingDraft } from "../../../listings/drafts/listing-drafts.server.ts";
import { listingNotFound } from "../../../listings/missing/listing-not-found.ts";
import { LoadFailure } from "../../../listings/missing/load-failure.tsx";
import { redirectWithFlash } from "../../../site/flash.server.ts";
import { sendForm } from "../../../site/forms/send-form.ts";
import { siteContext } from "../../../site/site.server.ts";
import { privatePageMeta } from "../../../ui/shell/page-meta.ts";
import { readListingForm } from "../listing-form.server.ts";
import { ListingForm, notSaved } from "../listing-form.tsx";
import { DraftOrModel } from "../model/draft-or-model.tsx";
import { findModel, modelOf } from "../model/model.server.ts";
import { createPathFrom } from "../model/model-names.ts";
import { publishListing } from "../publishing/publish.server.ts";
import { findStartingValues } from "../starting-values.server.ts";
import type { Route } from "./+types/create.ts";

export const handle = { takesPhotos: true } satisfies PageHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  const refusal = refuseByQuota(await findAccount(db, uid));
  if (refusal) throw await redirectByQuota(refusal);
  const keptDraft = await findDraft(db, uid);
  const form = { uid, draftId: crypto.randomUUID(), today: today() };
  const modelId = new URL(request.url).searchParams.get("modelo");
  const begunFrom = modelOf(keptDraft);
  if (!modelId) {
    // It is kept in the browser under its model.
    if (begunFrom && (await findModel(db, uid, begunFrom)))
      throw redirect(createPathFrom(begunFrom));
    const starting = await findStartingValues(db, uid);
    return { ...form, starting, keptDraft, model: null, waiting: null };
  }
  const found = await findModel(db, uid, modelId);
  if (!found) throw data(listingNotFound.message, { status: 404 });
  const isOther = keptDraft !== null && begunFrom !== modelId;
  const waiting = isOther ? await findWaitingDraft(db, uid) : null;
  return { ...form, ...found, keptDraft: isOther ? null : keptDraft, waiting };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  // The quota comes after the photos, which a refused ad keeps with its draft. It also limits how often one
  // publishes.
  const form = await readListingForm(context, request, user.uid);
  if (!form.ok) return form.reply;
  const published = await publishListing(context, user, form);
  if (published.ok) {
    const path = `/posts/${published.id}`;
    return redirectWithFlash("/", {
      kind: "success",
      text: "Anúncio publicado!",
      more: "Agora mande o link a quem já se hospedou, ponha os preços das temporadas e deixe o calendário em dia.",
      links: [
        { to: path, text: "Ver o anúncio" },
        { to: `${path}/calendario#temporadas`, text: "Preços de temporada" },
        { to: `${path}/calendario`, text: "Calendário" },
      ],
      share: { path, title: form.input.title },
      endedDraft: form.draftId,
    });
  }
  return "destination" in published
    ? redirectByQuota(published, form.isDrafted ? draftKept : undefined)
    : form.refuse(published);
}

const draftKept = `O que você preencheu ficou guardado neste aparelho por uma semana e, na sua conta, por ${draftDays} dias.`;

const toPlans = { to: "/plans", text: "Ver os planos" };
const toOwnListings = { to: "/dashboard", text: "Meus Anúncios" };

function redirectByQuota(refusal: QuotaRefusal, kept?: string) {
  const { reason, destination, message, more, link = toPlans } = refusal;
  return redirectWithFlash(destination, {
    kind: "error",
    text: message,
    more: [more, kept].filter(Boolean).join(" ") || undefined,
    links: reason === "plan-limit" ? [link, toOwnListings] : [link],
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, notSaved);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Cadastrar Imovel");
}

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, ...form } = loaderData;
  // A form that was sent is never taken away.
  if (waiting && form.model && !actionData) {
    return <DraftOrModel waiting={waiting} model={form.model} />;
  }
  return <ListingForm key={form.model?.id} {...form} reply={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <LoadFailure message={listingNotFound.message} />;
}
