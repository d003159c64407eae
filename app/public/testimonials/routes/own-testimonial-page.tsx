import { data, redirect } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { deadLink } from "../../../domain/accounts/account-refusals.ts";
import { NothingStored } from "../../../domain/accounts/links/nothing-stored.tsx";
import { notSaved } from "../../../domain/testimonials/testimonial.ts";
import { TestimonialCard } from "../../../domain/testimonials/testimonial-card.tsx";
import { testimonialLinks } from "../../../domain/testimonials/testimonial-links.server.ts";
import {
  eraseTestimonial,
  findLinked,
  publishTestimonial,
} from "../../../domain/testimonials/testimonials.server.ts";
import { eraseForGood } from "../../../platform/mail/sender.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { FieldError } from "../../../platform/ui/forms/field.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/own-testimonial-page.ts";

/** Opening the link changes nothing: mail scanners open links, too. */
export async function loader(args: Route.LoaderArgs) {
  const id = await readLinkToken(args.context, testimonialLinks, args.params.codigo);
  const linked = id && (await findLinked(args.context.get(siteContext).db, id));
  if (!linked) return data(null, { status: 410 });
  const { uid: _uid, isWritten: _isWritten, saida: _saida, ...shown } = linked;
  const { nome, nota, texto } = shown;
  if (nome === null || nota === null || texto === null) return data(null, { status: 410 });
  return data({ ...shown, nome, nota, texto }, { status: 200 });
}

export async function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const id = await readLinkToken(args.context, testimonialLinks, args.params.codigo);
  return answerForms(
    args,
    {
      async publicar() {
        if (!id) return deadLink;
        const result = await publishTestimonial(context.get(siteContext), id);
        return result.ok ? redirect(url.pathname) : result;
      },
      async apagar() {
        if (!id) return deadLink;
        await eraseForGood(context, (tx) => eraseTestimonial(tx, id));
        return redirect(url.pathname);
      },
    },
    { failure: { message: notSaved, log: "testimonial not changed" } },
  );
}

export function headers(): Headers {
  return new Headers({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Seu depoimento");
}

export default function OwnRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <NothingStored title="Não guardamos este depoimento">
        Ele foi apagado, com a nota, o nome, o seu e-mail e as mensagens, você escreveu outro
        depois, ou o link chegou incompleto.
      </NothingStored>
    );
  }
  const { postId, title, ownerName, isListed, isPublished, hiddenReason } = loaderData;
  const error = actionData?.message;
  const address = `/posts/${postId}#depoimentos`;
  const erase = { intent: "apagar", label: "Apagar meu depoimento" };
  return (
    <AccountPage
      title={
        hiddenReason
          ? "Seu depoimento está escondido"
          : isPublished
            ? "Seu depoimento está no ar"
            : "Publicar o seu depoimento?"
      }
      lead={
        hiddenReason ? (
          `Nossa equipe o tirou do anúncio. O motivo: ${hiddenReason}`
        ) : isPublished ? (
          <>
            Obrigado! Ele aparece em <b>{title}</b>. Por este link você o apaga quando quiser.
          </>
        ) : (
          <>
            Releia. Com um toque ele aparece em <b>{title}</b>; o seu e-mail, nunca.
          </>
        )
      }
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/depoimentos">
          Como funcionam os depoimentos
        </Link>
      }
    >
      <TestimonialCard testimonial={loaderData} ownerName={ownerName} level={2} />
      {isPublished ? (
        <>
          {isListed && !hiddenReason && (
            <Link className="btn btn--big" to={address}>
              Ver no anúncio
            </Link>
          )}
          <form method="post">
            <FieldError id="recusa" message={error} />
            <p className="small soft">
              Mudou de ideia?{" "}
              <button type="submit" name="intent" value={erase.intent} className="link">
                {erase.label}
              </button>
            </p>
          </form>
        </>
      ) : (
        <AccountForm error={error} intent="publicar" action="Publicar depoimento" aside={erase} />
      )}
    </AccountPage>
  );
}
