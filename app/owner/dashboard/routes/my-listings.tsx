import { redirect, useRouteLoaderData } from "react-router";
import { findAccount } from "../../../domain/accounts/account.server.ts";
import { describeOwnPlan } from "../../../domain/accounts/plans/own-plan.ts";
import { isPaymentReported } from "../../../domain/accounts/plans/reported-payment.server.ts";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { deleteListing } from "../../../domain/listings/deletion.server.ts";
import { findWaitingDraft } from "../../../domain/listings/drafts/listing-drafts.server.ts";
import { listOwnListings } from "../../../domain/listings/listings.server.ts";
import { setPaused } from "../../../domain/listings/set-paused.server.ts";
import {
  findNumbersOff,
  setNumbersOff,
} from "../../../domain/listings/visits/month-letters.server.ts";
import { countedDays } from "../../../domain/listings/visits/visit-numbers.ts";
import { sumVisits } from "../../../domain/listings/visits/visits.server.ts";
import { photoStoreContext } from "../../../domain/photos/store.server.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { Dashboard } from "../dashboard.tsx";
import { ownListingPath } from "../listing-tile.tsx";
import { closeSteps, findNextSteps } from "../next-steps/find-next-steps.server.ts";
import type { Route } from "./+types/my-listings.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = requireUser(context);
  const site = context.get(siteContext);
  const { db, siteUrl } = site;
  const day = today();
  const [account, listings, draft, numbersOff, newListing, isReported] = await Promise.all([
    findAccount(db, user.uid),
    listOwnListings(db, user.uid),
    findWaitingDraft(db, user.uid),
    findNumbersOff(db, user.uid),
    findNextSteps(db, user.uid),
    isPaymentReported(db, user.uid),
  ]);
  const plan = account && describeOwnPlan(account, day, site, isReported);
  const ids = listings.map(({ id }) => id);
  const counted = { from: addDays(day, 1 - countedDays), until: addDays(day, 1) };
  const numbers = Object.fromEntries(await sumVisits(db, ids, counted));
  const shown = { account, plan, listings, numbers, draft, numbersOff, newListing };
  return { ...shown, siteUrl, today: day, asked: url.searchParams.get("excluir") };
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { uid } = requireUser(context);
  const { db } = context.get(siteContext);
  const succeed = (text: string, to = "/dashboard") =>
    redirectWithFlash(to, { kind: "success", text });
  return answerForms(args, {
    async pausar({ text }) {
      const id = text("id");
      const result = await setPaused(db, uid, id, true);
      return result.ok
        ? succeed("Anúncio em pausa: ninguém mais o vê.", ownListingPath(id))
        : result;
    },
    async mostrar({ text }) {
      const id = text("id");
      const result = await setPaused(db, uid, id, false);
      return result.ok ? succeed("O anúncio está no ar de novo.", ownListingPath(id)) : result;
    },
    async "receber-numeros"() {
      await setNumbersOff(db, uid, false);
      return succeed("Pronto, os números voltam no mês que vem.");
    },
    async "dispensar-passos"({ text }) {
      const result = await closeSteps(db, uid, text("id"));
      return result.ok ? succeed("Pronto, não mostramos mais.") : result;
    },
    /** Deletes only after confirmation (spec §9). */
    async excluir({ text }) {
      const id = text("id");
      if (text("confirmado") !== "sim") {
        return redirect(`/dashboard?${new URLSearchParams({ excluir: id })}`);
      }
      const result = await deleteListing(db, context.get(photoStoreContext), uid, id);
      if (!result.ok) return result;
      const [images, ad] = result.messages;
      return redirectWithFlash("/dashboard", { kind: "success", text: images, more: ad });
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Meus Anúncios");
}

export default function DashboardRoute({ loaderData, actionData }: Route.ComponentProps) {
  // The menu counts them on every page.
  const root = useRouteLoaderData<{ questions: number }>("root");
  return <Dashboard {...loaderData} questions={root?.questions ?? 0} outcome={actionData} />;
}
