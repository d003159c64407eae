import { data, isRouteErrorResponse, redirect } from "react-router";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { findTakenNights } from "../../../domain/calendar/taken-nights.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { LoadFailure } from "../../../domain/listings/missing/load-failure.tsx";
import { notSaved } from "../../../domain/testimonials/testimonial.ts";
import { invitationLinks } from "../../../domain/testimonials/testimonial-links.server.ts";
import {
  findOwnTestimonials,
  replyToTestimonial,
} from "../../../domain/testimonials/testimonials.server.ts";
import { signedLinksContext } from "../../../platform/mail/signed-links.server.ts";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { Invitations } from "../inviting/invitations.tsx";
import { InviteForm } from "../inviting/invite-form.tsx";
import { listPastStays, overlaps, yearBefore } from "../inviting/past-stays.ts";
import { receiveInvitation } from "../inviting/receive-invitation.server.ts";
import { OwnTestimonials } from "../own/own-testimonials.tsx";
import { readReply } from "../own/reply-form.ts";
import type { Route } from "./+types/testimonials-page.ts";

/** Stays of the calendar offered at once. */
const maxOffered = 6;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const links = context.get(signedLinksContext);
  const { uid } = requireUser(context);
  const day = today();
  const own = await findOwnTestimonials(db, uid, params.id);
  if (!own) throw data(listingNotFound.message, { status: 404 });
  const earliest = yearBefore(day);
  // Including tonight shows that a stay isn't over yet.
  const window = { checkIn: earliest, checkOut: addDays(day, 1) };
  const taken = (await findTakenNights(db, [params.id], window)).get(params.id) ?? [];
  const invited = [...own.invitations, ...own.published].map(({ entrada, saida }) => ({
    checkIn: entrada,
    checkOut: saida,
  }));
  const stays = listPastStays(taken, day)
    .filter((stay) => !invited.some((other) => overlaps(stay, other)))
    .slice(0, maxOffered);
  const invitations = [];
  for (const { createdAt, ...invitation } of own.invitations) {
    const code = await links.sign(db, invitationLinks, invitation.id, createdAt);
    const until = new Date(createdAt.getTime() + invitationLinks.days * 86_400_000);
    invitations.push({ ...invitation, address: `${siteUrl}/depoimento/${code}`, until });
  }
  const newId = url.searchParams.get("convite");
  return { ...own, id: params.id, invitations, newId, stays, earliest, today: day };
}

export function action(args: Route.ActionArgs) {
  const { context, params, url } = args;
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  return answerForms(
    args,
    {
      async convidar({ text }) {
        const stay = { entrada: text("entrada"), saida: text("saida") };
        const result = await receiveInvitation(context, uid, params.id, stay);
        if (!result.ok) return result;
        const { id, setCookie } = result;
        return redirect(`${url.pathname}?convite=${id}#convite-${id}`, {
          headers: { "Set-Cookie": setCookie },
        });
      },
      async responder({ text }) {
        const read = readReply(text("resposta"));
        if (!read.ok) return read;
        const id = text("id");
        const result = await replyToTestimonial(db, uid, params.id, id, read.resposta);
        if (!result.ok) return result;
        const flash = { kind: "success", text: "Resposta no anúncio." } as const;
        return redirectWithFlash(`${url.pathname}#depoimento-${id}`, flash);
      },
    },
    { failure: { message: notSaved, log: "testimonials not changed" } },
  );
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Depoimentos");
}

export default function TestimonialsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, localizacao, invitations, published } = loaderData;
  return (
    <Page>
      <PageHead title="Depoimentos" back={{ to: "/dashboard", text: "Meus Anúncios" }}>
        <p>
          {title}, {localizacao}
        </p>
      </PageHead>
      <InviteForm {...loaderData} outcome={actionData} />
      <Invitations invitations={invitations} title={title} newId={loaderData.newId} />
      <OwnTestimonials
        postId={id}
        isListed={loaderData.isListed}
        testimonials={published}
        outcome={actionData}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (isRouteErrorResponse(error) && !isMissing && error.status < 500) throw error;
  return <LoadFailure message={isMissing ? listingNotFound.message : undefined} />;
}
