import { data, isRouteErrorResponse } from "react-router";
import { editsOfUser, tooManyEdits } from "../../../domain/accounts/account-limits.server.ts";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { findOwnListing, ownsListing } from "../../../domain/listings/listings.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { LoadFailure } from "../../../domain/listings/missing/load-failure.tsx";
import { type UpdateResult, updateListing } from "../../../domain/listings/publishing.server.ts";
import { photoStoreContext } from "../../../domain/photos/store.server.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { Island } from "../../../platform/web/islands/island.tsx";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { ListingForm } from "../listing-form.tsx";
import type { Conflict } from "../listing-form-summary.tsx";
import { readListingForm } from "../read-listing-form.server.ts";
import type { Route } from "./+types/edit.ts";

export const handle = { takesPhotos: true } satisfies PageHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const listing = await findOwnListing(db, user.uid, params.id);
  if (!listing) throw data(listingNotFound.message, { status: 404 });
  return { listing, draftId: crypto.randomUUID(), today: today() };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  // Checked first, so that no photos are stored for another's ad: the command only runs once the form is read.
  if (!(await ownsListing(db, user.uid, params.id)))
    throw data(listingNotFound.message, { status: 404 });
  const form = await readListingForm(context, request, user.uid, { isEdit: true });
  if (!form.ok) return form.reply;
  const site = { db, photoStore: context.get(photoStoreContext) };
  const changed = await withinLimits(
    context,
    [[editsOfUser, user.uid]],
    () => updateListing(site, user.uid, params.id, form),
    ({ ok }) => ok,
  );
  if (!changed) return form.refuse(tooManyEdits);
  if (changed.ok) {
    return redirectWithFlash("/", {
      kind: "success",
      text: "Anúncio atualizado!",
      links: [{ to: `/posts/${params.id}`, text: "Ver o anúncio" }],
    });
  }
  if (changed.reason === "not-found") throw data(listingNotFound.message, { status: 404 });
  return form.refuse(changed, conflictOf(params.id, changed));
}

function conflictOf(
  listingId: string,
  refusal: Extract<UpdateResult, { ok: false }>,
): Conflict | undefined {
  if (refusal.reason === "changed-meanwhile") {
    return { kind: "version", listingId, version: refusal.version };
  }
  if (refusal.reason !== "ends-check") return undefined;
  // The name is changed on /minha-conta.
  const fields = refusal.parts.filter((part) => part !== "createdBy");
  return { kind: "check", fields };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Cadastrar Imovel");
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  return <Island name="editor" of={ListingForm} props={{ ...loaderData, reply: actionData }} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  // A malformed form gets the usual error page.
  if (isRouteErrorResponse(error) && !isMissing && error.status < 500) throw error;
  return <LoadFailure message={isMissing ? listingNotFound.message : undefined} />;
}
