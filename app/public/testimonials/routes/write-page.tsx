import { data, redirect } from "react-router";
import { AccountPage } from "../../../domain/accounts/account-form.tsx";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { formatStayInFull } from "../../../domain/calendar/stays.ts";
import { atLocation } from "../../../domain/region/locations.ts";
import { notSaved, unconfirmedDays } from "../../../domain/testimonials/testimonial.ts";
import { invitationLinks } from "../../../domain/testimonials/testimonial-links.server.ts";
import { findLinked } from "../../../domain/testimonials/testimonials.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { receiveTestimonial } from "../writing/receive-testimonial.server.ts";
import { parseTestimonial } from "../writing/testimonial-form.ts";
import { WriteForm } from "../writing/write-form.tsx";
import { deadInvitation, usedInvitation } from "../writing/write-testimonial.server.ts";
import type { Route } from "./+types/write-page.ts";

const ownInvitation = refuse("own-listing", "Este convite é para quem ficou na sua casa.", {
  status: 403,
});

async function findInvitation({ context, params }: Pick<Route.LoaderArgs, "context" | "params">) {
  const { db } = context.get(siteContext);
  const id = await readLinkToken(context, invitationLinks, params.codigo);
  return id && findLinked(db, id);
}

/** Opening the link changes nothing, so that previews and scanners use no invitation up. */
export async function loader(args: Route.LoaderArgs) {
  const invitation = await findInvitation(args);
  if (!invitation) return data({ state: "dead" as const }, { status: 410 });
  if (invitation.isPublished) return data({ state: "used" as const }, { status: 410 });
  const { uid, title, localizacao, entrada, saida, isWritten, postId } = invitation;
  if (currentUser(args.context)?.uid === uid) {
    return data({ state: "own" as const, postId }, { status: 403 });
  }
  if (args.url.searchParams.has("enviado")) return data({ state: "sent" as const });
  const house = { title, localizacao, stay: { checkIn: entrada, checkOut: saida } };
  return data({ state: "open" as const, house, isWritten });
}

export function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const sent = `/depoimento/${params.codigo}?enviado=1`;
  const receive = checked(parseTestimonial, async (input) => {
    const invitation = await findInvitation(args);
    if (!invitation) return deadInvitation;
    if (invitation.isPublished) return usedInvitation;
    if (currentUser(context)?.uid === invitation.uid) return ownInvitation;
    const result = await receiveTestimonial(context, request, invitation, input);
    return result.ok ? redirect(sent) : result;
  });
  const failure = { message: notSaved, log: "testimonial not stored" };
  return answerForms(args, { "": receive }, { failure });
}

export function headers(): Headers {
  return new Headers({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Conte como foi");
}

export default function WriteRoute({ loaderData, actionData }: Route.ComponentProps) {
  const about = (
    <Link className="link" to="/depoimentos">
      Como funcionam os depoimentos
    </Link>
  );
  if (loaderData.state !== "open") {
    const { title, lead } = words[loaderData.state];
    const otherwise =
      loaderData.state === "own" ? (
        <Link className="link" to={`/posts/${loaderData.postId}/depoimentos`}>
          Voltar para os convites
        </Link>
      ) : (
        about
      );
    return <AccountPage title={title} lead={lead} picture="lago-amanhecer" otherwise={otherwise} />;
  }
  const { house, isWritten } = loaderData;
  return (
    <AccountPage
      title="Conte como foi"
      lead="Um minuto seu ajuda quem vai escolher a próxima casa. Não precisa de conta."
      picture="lago-amanhecer"
      otherwise={about}
    >
      <p>
        <b>{house.title}</b>, {atLocation(house.localizacao)}: {formatStayInFull(house.stay)}.
      </p>
      {isWritten && (
        <p className="note">
          Este depoimento já foi escrito e espera a confirmação por e-mail. O e-mail não chegou, ou
          quer mudar algo? Escreva de novo: vale o último.
        </p>
      )}
      <WriteForm outcome={actionData} />
    </AccountPage>
  );
}

const words = {
  dead: {
    title: "Este convite não vale mais",
    lead: "O prazo acabou, ou quem convidou gerou outro. Peça um novo a quem alugou a casa para você.",
  },
  used: {
    title: "Este convite já foi usado",
    lead: "O depoimento está publicado. Para ler de novo ou apagar, use o link do e-mail que você recebeu.",
  },
  own: {
    title: "Este convite é para o seu hóspede",
    lead: "Mande o link por WhatsApp a quem ficou na sua casa. Cada convite serve para um depoimento.",
  },
  sent: {
    title: "Falta só confirmar",
    lead: `Mandamos um e-mail para você. Abra o link que está nele e toque em “Publicar depoimento”: até lá, nada aparece, e em ${unconfirmedDays} dias apagamos o que não foi confirmado. Não chegou? Olhe na caixa de spam, ou abra o convite e escreva de novo.`,
  },
};
