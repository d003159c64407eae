import { data, isRouteErrorResponse } from "react-router";
import {
  findAccount,
  type QuotaRefusal,
  refuseByQuota,
} from "../../../domain/accounts/account.server.ts";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { civilDateOf, today } from "../../../domain/calendar/civil-date.ts";
import { draftDays } from "../../../domain/listings/drafts/draft-days.ts";
import { findDraft } from "../../../domain/listings/drafts/listing-drafts.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { LoadFailure } from "../../../domain/listings/missing/load-failure.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { Island } from "../../../platform/web/islands/island.tsx";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { ListingForm } from "../listing-form.tsx";
import { formValueOf } from "../listing-schema.ts";
import { findModel, findStartingValues } from "../model/model.server.ts";
import { publishListing } from "../publishing/publish.server.ts";
import { readListingForm } from "../read-listing-form.server.ts";
import type { Route } from "./+types/create.ts";

export const handle = { takesPhotos: true } satisfies PageHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  const refusal = refuseByQuota(await findAccount(db, uid));
  if (refusal) throw await redirectByQuota(refusal);
  const wanted = new URL(request.url).searchParams.get("modelo");
  const draft = await findDraft(db, uid);
  const begunFrom = draft?.fields.modelo?.[0];
  if (draft && wanted && wanted !== begunFrom) {
    throw await redirectWithFlash("/posts/create", {
      kind: "info",
      text: "Você já tem um anúncio começado.",
      more: "Publique ou descarte este antes de usar o modelo.",
      links: [toOwnListings],
    });
  }
  const modelId = wanted ?? begunFrom;
  const model = modelId ? await findModel(db, uid, modelId) : null;
  if (wanted && !model) throw data(listingNotFound.message, { status: 404 });
  const starting = draft
    ? formValueOf(draft.fields)
    : (model?.value ?? (await findStartingValues(db, uid)));
  return {
    draftId: crypto.randomUUID(),
    today: today(),
    starting,
    model,
    draft: draft && { id: draft.id, photos: draft.photos, savedOn: civilDateOf(draft.savedAt) },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
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
      links: [{ to: path, text: "Ver o anúncio" }],
      share: { path, title: form.input.title },
    });
  }
  return "destination" in published
    ? redirectByQuota(published, (await findDraft(db, user.uid)) ? draftNotice : undefined)
    : form.refuse(published);
}

const draftNotice = `O que você preencheu fica guardado na sua conta por ${draftDays} dias.`;

const toPlans = { to: "/plans", text: "Ver os planos" };
const toOwnListings = { to: "/dashboard", text: "Meus Anúncios" };

function redirectByQuota(refusal: QuotaRefusal, notice?: string) {
  const { reason, destination, message, link = toPlans } = refusal;
  return redirectWithFlash(destination, {
    kind: "error",
    text: message,
    ...(notice && { more: notice }),
    links: reason === "plan-limit" ? [link, toOwnListings] : [link],
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Cadastrar Imovel");
}

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  return <Island name="editor" of={ListingForm} props={{ ...loaderData, reply: actionData }} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <LoadFailure message={listingNotFound.message} />;
}
