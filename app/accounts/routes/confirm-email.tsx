import { data } from "react-router";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { statusOf } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { EmailLinkPage } from "../email-link-page.tsx";
import { confirmOwnEmail, findUnconfirmedEmail } from "../links/email-confirmation.server.ts";
import { linkLifetimes } from "../links/link-lifetimes.ts";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/confirm-email.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const email = await findUnconfirmedEmail(context.get(siteContext).db, params.token);
  return data({ email }, { status: email ? 200 : 410 });
}

export async function action({ context, params }: Route.ActionArgs) {
  const result = await confirmOwnEmail(context.get(siteContext).db, params.token);
  if (!result.ok) return data({ isDead: true }, { status: statusOf(result) });
  return redirectWithFlash(currentUser(context) ? "/minha-conta" : "/login", {
    kind: "success",
    text: "E-mail confirmado. Obrigado!",
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Confirmar e-mail");
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  return (
    <EmailLinkPage
      isDead={!email || actionData?.isDead === true}
      lead={
        <>
          Falta um toque para confirmar que <b>{email}</b> é seu.
        </>
      }
      deadLead={`Ele serve uma única vez e por ${linkLifetimes.emailConfirmation.words}. Em Minha conta você vê se o e-mail já foi confirmado e pede outro link.`}
    />
  );
}
