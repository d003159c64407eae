import { data } from "react-router";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { statusOf } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { EmailLinkPage } from "../email-link-page.tsx";
import { confirmEmail, findEmailOfLink } from "../links/email-change.server.ts";
import { linkLifetimes } from "../links/link-lifetimes.ts";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/new-email.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const email = await findEmailOfLink(db, params.token);
  return data({ email }, { status: email ? 200 : 410 });
}

export async function action({ context, params }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const result = await confirmEmail(db, params.token);
  if (!result.ok) return data({ isDead: true }, { status: statusOf(result) });
  const isLoggedIn = currentUser(context) !== null;
  return redirectWithFlash(isLoggedIn ? "/minha-conta" : "/login", {
    kind: "success",
    text: isLoggedIn ? "E-mail trocado." : "E-mail trocado. Entre com o novo.",
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Confirmar e-mail");
}

export default function NewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  return (
    <EmailLinkPage
      isDead={!email || actionData?.isDead === true}
      lead={
        <>
          Falta um toque: a partir dele você entra com <b>{email}</b>.
        </>
      }
      deadLead={`Ele serve uma única vez e por ${linkLifetimes.emailChange.words}, e deixa de valer quando a troca é cancelada, quando a senha muda ou quando o e-mail ganha outra conta. Peça outro em Minha conta.`}
    />
  );
}
